import type { TransferGrants } from '@tradepost/contracts/encryption/sealed';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { FileRef } from '@tradepost/sealing/file/format';
import { isZeros, zeros32 } from '@tradepost/sealing/grant-layout';
import { requireSignature } from '@tradepost/sealing/grants';
import type { Contact, Owner } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { requireSignedRequest } from '../requests/signed-request';
import { requestHashOf } from './verified-grants';

const refs = (files: FileRef[]) =>
  files
    .map(({ fileId, version }) => `${fileId} ${version}`)
    .toSorted()
    .join();

/**
 * Proves by the user's own signature that the user has granted exactly these files, for this request, to this recipient. The server
 * can neither add a file nor replace the recipient. For transfers from before there was a ledger.
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
  // grants that name a head are in the ledger
  if (!isZeros(fromBase64url(granted.ledgerHead ?? ''))) throw new SealingError('GRANT_REFUSED');
  if (granted.senderId !== vault.userId || granted.recipientId !== recipient.userId)
    throw new SealingError('GRANT_REFUSED');
  if (granted.grants.some(({ recipientKeyId }) => recipientKeyId !== named)) throw new SealingError('GRANT_REFUSED');
  if (refs(granted.grants) !== refs(files)) throw new SealingError('GRANT_SET_DIFFERS');
  const parties = {
    requestId,
    requestHash: await requestHashOf(granted),
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

/**
 * Proves that an extension gives its receiver nothing new: what `requireOwnGrants` proves, and that the receiver has signed the request
 * with the keys that are pinned now.
 * @returns the hash of the request (zeros for a transfer from before requests were signed), and when the grants end
 * @throws SealingError as `requireOwnGrants`; BAD_SIGNATURE, REQUEST_REFUSED
 */
export async function requireExtendable(
  vault: Vault,
  granted: TransferGrants | null,
  expected: { requestId: string; recipient: Contact; files: FileRef[] },
): Promise<{ requestHash: Bytes; expiryMs: number }> {
  const expiryMs = await requireOwnGrants(vault, granted, expected);
  const { requestId, recipient, files } = expected;
  if (!granted?.request) return { requestHash: zeros32(), expiryMs };
  const { hash } = await requireSignedRequest(vault, { requestId, signed: granted.request }, recipient, files);
  return { requestHash: hash, expiryMs };
}
