import type { SealingTargets, TransferFile, TransferView } from '@tradepost/contracts/requests';
import { bundleRef } from '@tradepost/contracts/encryption/formats';
import type { OwnSealedFile, TransferGrants } from '@tradepost/contracts/encryption/sealed';
import type { Contact, VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { zeros32, type GrantSet } from '@tradepost/sealing/grant-layout';
import { checkGrants, isOldSet, openGrants, sealGrants } from '@tradepost/sealing/grants';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { requestHash, requireRequested, verifyRequest } from '@tradepost/sealing/request';
import { termsOf, type SenderKnowledge } from '../requests/statement-terms';

/** The files of a transfer that need a grant. Checks both fields, because the server is not trusted to set the mode. */
export const sealedFiles = ({ files }: Pick<TransferView, 'files'>): TransferFile[] =>
  files.filter(({ mode, sealed }) => mode === 'e2e' || sealed !== null);

/** What the grants of a transfer are bound to; zeros in transfers from before requests were signed. @throws SealingError MALFORMED */
export const requestHashOf = async ({ request }: Pick<TransferGrants, 'request'>): Promise<Bytes> =>
  request ? requestHash(request) : zeros32();

/**
 * Verifies and opens the grants of a transfer: from this sender, for exactly these files, this vault's user and this expiry, and for
 * the request that this user has signed.
 * @param sender verified keys of the sender, equal to the pinned ones
 * @returns file keys by file id
 * @throws SealingError GRANT_*, REQUEST_*, WRONG_FILE, BAD_SIGNATURE
 */
export async function fileKeysOf(
  { grants: set, expiry, files, intendedUse }: Pick<TransferView, 'grants' | 'expiry' | 'files' | 'intendedUse'>,
  vault: Vault,
  sender: VerifiedBundle,
): Promise<Map<string, Bytes>> {
  if (!set || set.expiryMs !== Date.parse(expiry) || set.recipientId !== vault.userId || set.senderId !== sender.userId)
    throw new SealingError('GRANT_REFUSED');
  const wanted = sealedFiles({ files }).map(({ fileId, sealed }) => {
    if (sealed?.fileId !== fileId) throw new SealingError('WRONG_FILE');
    return { fileId, version: sealed.version };
  });
  const { own, hpke } = recipientKeys(vault, set);
  const parties = {
    requestId: set.requestId,
    requestHash: await requestHashOf(set),
    sender,
    recipient: own,
  };
  await checkGrants(set, { ...parties, expiryMs: set.expiryMs, files: wanted }, Date.now());
  if (set.request) {
    const request = await verifyRequest(set.request, { requestId: set.requestId, receiver: own, sender });
    requireRequested(
      request,
      files.map((file) => ({ ...bundleRef(file), mode: file.sealed ? 'e2e' : 'managed' })),
    );
    if (request.intendedUse !== (intendedUse ?? '')) throw new SealingError('REQUEST_TEXT_DIFFERS');
  }
  const fileKeys = await openGrants(set.grants, parties, hpke);
  return new Map(set.grants.map(({ fileId }, index) => [fileId, fileKeys[index]!]));
}

/** The keys that grants were sealed to: the present ones, or those of an earlier epoch. */
const recipientKeys = (vault: Vault, set: Pick<GrantSet, 'grants'>): Pick<Vault, 'own' | 'hpke'> =>
  vault.former.find(({ own }) => set.grants[0]?.recipientKeyId === toBase64url(own.keyId) || isOldSet(set, own)) ??
  vault;

/** What grants are created for. `requestHash`: of the request that the receiver signed. */
export type GrantedRequest = Pick<SealingTargets, 'requestId' | 'senderId' | 'files'> & { requestHash: Bytes };

/**
 * Creates grants that let the receiver open the vault's own files until `expiry`.
 * @param receiver verified keys of the receiver, equal to the pinned ones
 * @param expiry ISO-8601
 * @param keyOf returns the verified key of a file
 * @param record records the grants in the ledger; called once all keys are verified. Returns what the sender states with the grants
 * @throws SealingError GRANT_REFUSED for files of another sender, GRANT_SET_DIFFERS for a file that is named twice, TAMPERED; errors of `keyOf` and `record`
 */
export async function grantAccess(
  vault: Vault,
  { requestId, requestHash, senderId, files }: GrantedRequest,
  receiver: Contact,
  expiry: string,
  keyOf: (file: OwnSealedFile) => Promise<Bytes>,
  record: () => Promise<SenderKnowledge>,
): Promise<GrantSet> {
  if (senderId !== vault.userId) throw new SealingError('GRANT_REFUSED');
  // before anything is recorded
  if (new Set(files.map(({ fileId }) => fileId)).size !== files.length) throw new SealingError('GRANT_SET_DIFFERS');
  const withKeys = await Promise.all(
    files.map(async (file) => ({ fileId: file.fileId, version: file.version, fileKey: await keyOf(file) })),
  );
  const knowledge = await record();
  const set = await sealGrants(
    { requestId, requestHash, sender: vault.own, expiryMs: Date.parse(expiry) },
    receiver,
    withKeys,
    vault.signing.privateKey,
    termsOf(knowledge),
  );
  for (const { fileKey } of withKeys) fileKey.fill(0);
  return set;
}
