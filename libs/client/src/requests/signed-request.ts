import type { RequestView, SealingTargets } from '@tradepost/contracts/requests';
import { SealingError } from '@tradepost/sealing/errors';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { requireRequested, verifyRequest, type VerifiedRequest } from '@tradepost/sealing/request';

/**
 * Requires that the receiver has signed this request to the vault's user, for these sealed files in these versions.
 * @param receiver verified keys of the receiver, equal to the pinned ones
 * @param files those that get grants
 * @throws SealingError REQUEST_UNSIGNED, BAD_SIGNATURE, REQUEST_REFUSED, REQUEST_SET_DIFFERS
 */
export async function requireSignedRequest(
  vault: Vault,
  { requestId, signed }: Pick<SealingTargets, 'requestId' | 'signed'>,
  receiver: Contact,
  files: readonly { fileId: string; version: number }[],
): Promise<VerifiedRequest> {
  if (!signed) throw new SealingError('REQUEST_UNSIGNED');
  const request = await verifyRequest(signed, { requestId, receiver, sender: vault.own });
  requireRequested(
    request,
    files.map(({ fileId, version }) => ({ fileId, version, mode: 'e2e' })),
  );
  return request;
}

/**
 * Requires that a person was shown the intended use and the note that the receiver has signed.
 * @throws SealingError REQUEST_TEXT_DIFFERS
 */
export function requireShownTexts(
  request: Pick<VerifiedRequest, 'intendedUse' | 'note'>,
  shown: Pick<RequestView, 'intendedUse' | 'note'>,
): void {
  if (request.intendedUse !== (shown.intendedUse ?? '') || request.note !== (shown.note ?? ''))
    throw new SealingError('REQUEST_TEXT_DIFFERS');
}
