import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { UserActor } from '@tradepost/contracts/actor';
import type { SigningTarget } from '@tradepost/contracts/requests';
import type {
  OwnSealedFile,
  PublicBundle,
  SignedRequest,
  TransferGrants,
} from '@tradepost/contracts/encryption/sealed';
import { addressKey } from '@tradepost/contracts/values/address';
import { verifyBundle, verifyContact } from '@tradepost/sealing/keys/bundle';
import { fromBase64url, randomBytes, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { newFileKey, openFile, sealFile } from '@tradepost/sealing/file/file';
import { unwrapFileKey, wrapFileKey } from '@tradepost/sealing/file/file-key';
import type { FileRef } from '@tradepost/sealing/file/format';
import { zeros32 } from '@tradepost/sealing/grant-layout';
import { requestHash, signRequest, type RequestTerms } from '@tradepost/sealing/request';
import { checkGrants, openGrants, sealGrants } from '@tradepost/sealing/grants';
import { openMeta, sealMeta } from '@tradepost/sealing/file/meta';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';

/** New keys as a person's browser creates them. */
export async function newKeys(
  { userId, email }: UserActor,
  epoch = 1,
): Promise<{ vault: Vault; bundle: PublicBundle }> {
  const kek = () => aesKey(randomBytes(32), ['encrypt', 'decrypt']);
  return createVault({ userId, address: addressKey(email) }, epoch, { password: await kek(), recovery: await kek() });
}

const through = async (
  bytes: Uint8Array,
  stream: TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>,
): Promise<Buffer> => buffer(new Blob([new Uint8Array(bytes)]).stream().pipeThrough(stream) as never);

/** The sealed bytes of a file and the metadata of its upload. */
export async function sealedFile(
  vault: Vault,
  file: FileRef,
  { name, mime }: { name: string; mime: string },
  content: Buffer,
): Promise<{ bytes: Buffer; sealed: OwnSealedFile }> {
  const fileKey = newFileKey();
  const bytes = await through(content, sealFile(fileKey, file));
  const meta = { name, mime, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  const sealed = {
    ...file,
    ownerId: vault.userId,
    sealedSize: bytes.length,
    wrappedKey: toBase64url(await wrapFileKey(vault.key, fileKey, file, vault.userId)),
    sealedMeta: toBase64url(await sealMeta(fileKey, file, meta)),
  };
  return { bytes, sealed };
}

interface Giving {
  requestId: string;
  receiver: { userId: string; bundle: PublicBundle | null };
  files: OwnSealedFile[];
  expiry: string;
  signed?: SignedRequest | null;
  granted?: TransferGrants | null;
}

/** What a receiver's client signs, from the answer of `requests.toSign`. @param change what it signs in place of that */
export async function signatureOf(
  vault: Vault,
  { requestId, sender, files, intendedUse, note }: SigningTarget,
  change: Partial<RequestTerms> = {},
): Promise<SignedRequest> {
  const { userId, bundle } = sender;
  return signRequest(
    {
      requestId: requestId ?? randomUUID(),
      timeMs: Date.now(),
      receiver: vault.own,
      sender: await verifyContact({ userId, address: bundle!.address! }, bundle!),
      senderHead: zeros32(),
      intendedUse: intendedUse ?? '',
      note: note ?? '',
      checkpoint: '',
      files: files.map(({ fileId, version, mode }) => ({ fileId, version, mode })),
      ...change,
    },
    vault.signing.privateKey,
  );
}

/** The grants that a sender's browser creates from the answer of `requests.sealingTargets`. */
export async function grantsFor(vault: Vault, { requestId, receiver, files, expiry, signed, granted }: Giving) {
  const request = granted?.request ?? signed;
  const recipient = await verifyContact(
    { userId: receiver.userId, address: receiver.bundle!.address! },
    receiver.bundle!,
  );
  const keys = files.map(async ({ fileId, version, ownerId, wrappedKey }) => ({
    fileId,
    version,
    fileKey: await unwrapFileKey(vault.key, fromBase64url(wrappedKey), { fileId, version }, ownerId),
  }));
  return sealGrants(
    {
      requestId,
      requestHash: request ? await requestHash(request) : zeros32(),
      sender: vault.own,
      expiryMs: Date.parse(expiry),
    },
    recipient,
    await Promise.all(keys),
    vault.signing.privateKey,
    { timeMs: Date.now(), ledgerHead: toBase64url(zeros32()), checkpoint: '' },
  );
}

/** Opens a sealed file as a receiver's browser does: verifies the grants, opens the key, and decrypts bytes and metadata. */
export async function received(
  vault: Vault,
  given: TransferGrants,
  { fileId, version, sealedMeta }: FileRef & { sealedMeta: string },
  bytes: Uint8Array,
) {
  const sender = await verifyBundle(given.senderId, given.sender);
  const files = given.grants.map((grant) => ({ fileId: grant.fileId, version: grant.version }));
  const { requestId, request, expiryMs } = given;
  const parties = {
    requestId,
    requestHash: request ? await requestHash(request) : zeros32(),
    sender,
    recipient: vault.own,
  };
  await checkGrants(given, { ...parties, expiryMs, files }, Date.now());
  const grant = given.grants.find((one) => one.fileId === fileId && one.version === version)!;
  const fileKey = (await openGrants([grant], parties, vault.hpke))[0]!;
  const content = await through(bytes, openFile(fileKey, { fileId, version }));
  return { content, meta: await openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta)) };
}
