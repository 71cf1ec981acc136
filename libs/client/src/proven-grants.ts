import type { ToSeal, TransferFile, TransferView } from '@tradepost/contracts/requests';
import type { OwnSealedFile } from '@tradepost/contracts/sealed';
import type { VerifiedBundle } from '@tradepost/sealing/bundle';
import type { Bytes } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { checkGrants, openGrant, sealGrants, type GrantSet } from '@tradepost/sealing/grants';
import type { Vault } from '@tradepost/sealing/vault';
import { ownFileKey } from './sealed-content';

/** Those of a transfer's files that need a grant, whatever the server calls them. */
export const sealedFiles = ({ files }: Pick<TransferView, 'files'>): TransferFile[] =>
  files.filter(({ mode, sealed }) => mode === 'e2e' || sealed !== null);

/**
 * The keys of a transfer's sealed files, by file id, once its grants are proven: made by this sender, for exactly these files, this
 * vault's user and this expiry.
 * @param sender the keys of the user whom the grants name, and the ones seen before
 * @throws SealingError GRANT_*, WRONG_FILE, BAD_SIGNATURE
 */
export async function grantedKeys(
  { grants: set, expiry, files }: Pick<TransferView, 'grants' | 'expiry' | 'files'>,
  vault: Vault,
  sender: VerifiedBundle,
): Promise<Map<string, Bytes>> {
  if (!set || set.expiryMs !== Date.parse(expiry) || set.recipientId !== vault.userId || set.senderId !== sender.userId)
    throw new SealingError('GRANT_REFUSED');
  const wanted = sealedFiles({ files }).map(({ fileId, sealed }) => {
    if (sealed?.fileId !== fileId) throw new SealingError('WRONG_FILE');
    return { fileId, version: sealed.version };
  });
  await checkGrants(
    set,
    { requestId: set.requestId, sender, recipient: vault.own, expiryMs: set.expiryMs, files: wanted },
    Date.now(),
  );
  const parties = { requestId: set.requestId, sender: set.senderId, recipient: set.recipientId };
  return new Map(
    await Promise.all(
      set.grants.map(async (grant) => [grant.fileId, await openGrant(grant, parties, vault.hpke)] as const),
    ),
  );
}

/**
 * Gives the receiver access to the vault's own files until `expiry`.
 * @param toSeal of the files that are given, and no others
 * @param receiver keys proven to be the receiver's, and the ones seen before
 * @param keyOf the key of a file, once it is what it should be
 * @throws SealingError GRANT_REFUSED for files of another sender, TAMPERED; whatever `keyOf` throws
 */
export async function sealAccess(
  vault: Vault,
  { requestId, senderId, files }: Pick<ToSeal, 'requestId' | 'senderId' | 'files'>,
  receiver: VerifiedBundle,
  expiry: string,
  keyOf: (file: OwnSealedFile) => Promise<Bytes> = (file) => ownFileKey(vault, file),
): Promise<GrantSet> {
  if (senderId !== vault.userId) throw new SealingError('GRANT_REFUSED');
  const withKeys = await Promise.all(
    files.map(async (file) => ({ fileId: file.fileId, version: file.version, fileKey: await keyOf(file) })),
  );
  const set = await sealGrants(
    { requestId, sender: senderId, expiryMs: Date.parse(expiry) },
    receiver,
    withKeys,
    vault.signing.privateKey,
  );
  for (const { fileKey } of withKeys) fileKey.fill(0);
  return set;
}
