import type { TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { fromBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import { requireSignature } from '@tradepost/sealing/grants';
import type { Owner } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';

const refs = (files: FileRef[]) =>
  files
    .map(({ fileId, version }) => `${fileId} ${version}`)
    .toSorted()
    .join();

/**
 * Proves by the user's own signature that the user has granted exactly these files, for this request, to this recipient. The server
 * can neither add a file nor exchange the recipient. For transfers from before there was a ledger.
 * @param recipient as the screen shows, or as pinned
 * @returns when the grants end, in milliseconds since 1970
 * @throws SealingError GRANT_REFUSED, GRANT_SET_DIFFERS, BAD_SIGNATURE
 */
export async function requireOwnGrants(
  vault: Vault,
  granted: TransferGrants | null,
  { requestId, recipient, files }: { requestId: string; recipient: Owner; files: FileRef[] },
): Promise<number> {
  const named = granted?.grants[0]?.recipientKeyId;
  if (!granted || named === undefined || granted.requestId !== requestId) throw new SealingError('GRANT_REFUSED');
  if (granted.senderId !== vault.userId || granted.recipientId !== recipient.userId)
    throw new SealingError('GRANT_REFUSED');
  if (granted.grants.some(({ recipientKeyId }) => recipientKeyId !== named)) throw new SealingError('GRANT_REFUSED');
  if (refs(granted.grants) !== refs(files)) throw new SealingError('GRANT_SET_DIFFERS');
  const parties = {
    requestId,
    sender: vault.own,
    recipient: { ...recipient, keyId: fromBase64url(named, 32) },
  };
  const verifyAs = (isOld: boolean) =>
    requireSignature(granted, parties, vault.own.signPublic, granted.expiryMs, isOld);
  // a transfer from before addresses were part of grants keeps its layout until it is extended
  await verifyAs(false).catch((error: unknown) => {
    if (error instanceof SealingError && error.problem === 'BAD_SIGNATURE') return verifyAs(true);
    throw error;
  });
  return granted.expiryMs;
}
