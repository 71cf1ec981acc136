import { AppError } from '@tradepost/contracts/errors';
import type { RequestView, SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { openMeta, type FileMeta } from '@tradepost/sealing/file/meta';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import type { Contact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { Caller } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { keyringOf, type Keyring, type Keys } from '../contacts/keyring';
import { statedKeys, usableBundle } from '../contacts/verified-keys';
import { requireDelivered } from '../ledger/deliveries';
import { inStep, Refused } from '../refused';
import { isSameName } from './file-names';
import { acceptanceRecorder, extensionRecorder } from './grant-recorder';
import { requireOwnKey } from './own-files';
import { requireShownReceiver, signedRequest } from './receivers';
import { ownFileKey, verifiedMeta, type CatalogueEntry } from './sealed-content';
import { grantAccess } from './verified-grants';

/** A verified request, as its receiver signed it. */
export interface StatedRequest {
  /** The address that the receiver's keys state. */
  receiverEmail: string;
  intendedUse: string;
  note: string;
  /** When it was signed, ISO-8601. */
  time: string;
  /** Names of the files to grant, from their sealed metadata. */
  fileNames: string[];
}

/** What a person saw before accepting: no other receiver, text or file can take its place. */
export interface ShownRequest {
  request: RequestView;
  /** The files to grant, by id. */
  files: Map<string, CatalogueEntry>;
}

/** What a person saw before extending. `fileNames` may be cut off; `files` is their number. */
export interface ShownTransfer {
  requestId: string;
  receiverEmail: string;
  fileNames: string[];
  files: number;
}

/** A pending request, or a transfer to extend. `shown`: absent if no person looked at it, as in programs. */
export type Granted = { id: string; shown?: ShownRequest } | { transferId: string; shown?: ShownTransfer };

interface GrantOptions {
  /** ISO-8601. */
  expiry: string;
  /** The granted files; absent: all of the request. */
  fileIds?: string[];
  /** Called with what the receiver has signed, before grants of a request are recorded and created. If it rejects, nothing is. */
  onRequest?: OnRequest;
}

type OnRequest = (request: StatedRequest) => void | Promise<void>;

/**
 * Creates the grants that `confirmRequest` and `extendTransfer` need for sealed files; undefined if no file is sealed. The ledger
 * records them first. A request is granted exactly as the receiver has signed it, by a program only if the files are in folders that
 * were delivered to the receiver. An extension grants exactly what the ledger has.
 * @throws ApiError RECEIVER_KEY_MISSING; ContactChanged until the receiver's new key is confirmed; Refused; SealingError CONTACT_UNKNOWN,
 * TRANSFER_REVOKED, LEDGER_ROLLED_BACK
 */
export async function grantsFor(
  client: Caller,
  keys: Keys,
  of: Granted,
  { expiry, fileIds, onRequest }: GrantOptions,
): Promise<GrantSet | undefined> {
  const { shown } = of;
  const answer = await client.send(
    routes.sealingTargets,
    'transferId' in of ? { transferId: of.transferId } : { id: of.id },
  );
  const targets = { ...answer, files: answer.files.filter(({ fileId }) => fileIds?.includes(fileId) ?? true) };
  if (targets.files.length === 0) return undefined;
  const keyring = await keyringOf(keys);
  const { userId, email } = targets.receiver;
  if (shown) requireShownReceiver(email, 'request' in shown ? shown.request.receiverEmail : shown.receiverEmail);
  if (targets.senderId !== keyring.vault.userId) throw new Refused('GRANT_REFUSED', 'grant-sender');
  const bundle = usableBundle(targets.receiver.bundle);
  if (!bundle)
    throw new ApiError(new AppError('RECEIVER_KEY_MISSING').message, { code: 'RECEIVER_KEY_MISSING', status: 409 });
  return keyring.contacts.withVerifiedKeys({ userId, email, bundle, who: email }, (found) => {
    const receiver = statedKeys(found, email);
    return 'transferId' in of
      ? extension(keyring, targets, receiver, expiry, of.shown)
      : acceptance(keyring, targets, receiver, expiry, of, onRequest);
  });
}

async function acceptance(
  { vault, contacts }: Keyring,
  targets: SealingTargets,
  receiver: Contact,
  expiry: string,
  { id, shown }: { id: string; shown?: ShownRequest },
  onRequest?: OnRequest,
): Promise<GrantSet> {
  const { requestId, files } = targets;
  const { email } = targets.receiver;
  const request = await signedRequest(vault, targets, receiver, id, shown?.request ?? null);
  if (!request) throw new Refused('REQUEST_UNSIGNED', 'request-unsigned', email);
  const record = await acceptanceRecorder(contacts, { requestId, request, files }, receiver, expiry);
  const opened = await Promise.all(files.map((file) => openGranted(vault, file, shown)));
  const { ledger } = contacts;
  if (ledger.isProgram) requireDelivered(ledger.latest, receiver.address, opened);
  const { intendedUse, note, timeMs, hash: requestHash } = request;
  const time = new Date(timeMs).toISOString();
  await onRequest?.({
    receiverEmail: receiver.address,
    intendedUse,
    note,
    time,
    fileNames: opened.map(({ name }) => name),
  });
  const keyOf = new Map(opened.map(({ fileId, fileKey }) => [fileId, fileKey]));
  return grantAccess(
    vault,
    { ...targets, requestHash },
    receiver,
    expiry,
    async ({ fileId }) => keyOf.get(fileId)!,
    record,
  );
}

/** The key of an own file, and the name and folder that its owner sealed with it. */
async function openGranted(
  vault: Vault,
  file: OwnSealedFile,
  shown: ShownRequest | undefined,
): Promise<Pick<FileMeta, 'name' | 'folderId'> & { fileId: string; fileKey: Bytes }> {
  const { fileId } = file;
  if (!shown) {
    const fileKey = await ownFileKey(vault, file);
    const { name, folderId } = await sealedMetaOf(fileKey, file);
    return { fileId, fileKey, name, folderId };
  }
  const entry = shown.files.get(fileId);
  if (!entry) throw new Refused('GRANT_SET_DIFFERS', 'grant-files');
  const fileKey = await requireOwnKey(vault, file, entry.name);
  const { name, folderId } = await inStep('grant-file-name', entry.name, () => verifiedMeta(fileKey, file, entry));
  return { fileId, fileKey, name, folderId };
}

async function extension(
  { vault, contacts }: Keyring,
  targets: SealingTargets,
  receiver: Contact,
  expiry: string,
  shown: ShownTransfer | undefined,
): Promise<GrantSet> {
  return inStep('grant-extension', targets.receiver.email, async () => {
    if (shown && targets.requestId !== shown.requestId) throw new SealingError('GRANT_REFUSED');
    const { requestHash, record } = await extensionRecorder(contacts, targets, receiver, expiry);
    // a list shows only the first names
    const names = shown?.fileNames.length === shown?.files ? shown?.fileNames : undefined;
    const keyOf = async (file: OwnSealedFile) => {
      const fileKey = await ownFileKey(vault, file);
      if (!names) return fileKey;
      const { name } = await sealedMetaOf(fileKey, file);
      if (!names.some((listed) => isSameName(listed, name))) throw new SealingError('GRANT_SET_DIFFERS');
      return fileKey;
    };
    return grantAccess(vault, { ...targets, requestHash }, receiver, expiry, keyOf, record);
  });
}

const sealedMetaOf = (fileKey: Bytes, { fileId, version, sealedMeta }: OwnSealedFile): Promise<FileMeta> =>
  openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta));
