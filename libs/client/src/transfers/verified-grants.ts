import type { SealingTargets, TransferFile, TransferView } from '@tradepost/contracts/requests';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { Contact, VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import { checkGrants, openGrant, sealGrants } from '@tradepost/sealing/grants';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { ownFileKey } from './sealed-content';

/** The files of a transfer that need a grant. Checks both fields, because the server is not trusted to set the mode. */
export const sealedFiles = ({ files }: Pick<TransferView, 'files'>): TransferFile[] =>
  files.filter(({ mode, sealed }) => mode === 'e2e' || sealed !== null);

/**
 * Verifies and opens the grants of a transfer: from this sender, for exactly these files, this vault's user and this expiry.
 * @param sender verified keys of the sender, equal to the pinned ones
 * @returns file keys by file id
 * @throws SealingError GRANT_*, WRONG_FILE, BAD_SIGNATURE
 */
export async function openGrants(
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
  const parties = { requestId: set.requestId, sender, recipient: vault.own };
  return new Map(
    await Promise.all(
      set.grants.map(async (grant) => [grant.fileId, await openGrant(grant, parties, vault.hpke)] as const),
    ),
  );
}

/**
 * Creates grants that let the receiver open the vault's own files until `expiry`.
 * @param receiver verified keys of the receiver, equal to the pinned ones
 * @param expiry ISO-8601
 * @param record records the grants in the ledger and returns the head after the entry; called once all keys are verified
 * @param keyOf returns the verified key of a file
 * @throws SealingError GRANT_REFUSED for files of another sender, TAMPERED; errors of `record` and `keyOf`
 */
export async function grantAccess(
  vault: Vault,
  { requestId, senderId, files }: Pick<SealingTargets, 'requestId' | 'senderId' | 'files'>,
  receiver: Contact,
  expiry: string,
  record: () => Promise<string>,
  keyOf: (file: OwnSealedFile) => Promise<Bytes> = (file) => ownFileKey(vault, file),
): Promise<GrantSet> {
  if (senderId !== vault.userId) throw new SealingError('GRANT_REFUSED');
  const withKeys = await Promise.all(
    files.map(async (file) => ({ fileId: file.fileId, version: file.version, fileKey: await keyOf(file) })),
  );
  await record();
  const set = await sealGrants(
    { requestId, sender: vault.own, expiryMs: Date.parse(expiry) },
    receiver,
    withKeys,
    vault.signing.privateKey,
  );
  for (const { fileKey } of withKeys) fileKey.fill(0);
  return set;
}
