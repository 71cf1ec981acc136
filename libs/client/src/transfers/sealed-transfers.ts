import { AppError } from '@tradepost/contracts/errors';
import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { requestUrl } from '@tradepost/contracts/values/wire';
import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { openMeta, type FileMeta } from '@tradepost/sealing/file/meta';
import { SealingError } from '@tradepost/sealing/errors';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import { isContact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { ApiError, errorFromResponse } from '../api/api-error';
import type { Contacts } from '../contacts/contacts';
import { requireDelivered } from '../ledger/deliveries';
import { recordRevocation } from '../ledger/grants';
import { requireSignedRequest } from '../requests/signed-request';
import { acceptanceRecorder, extensionRecorder } from './grant-recorder';
import { usableBundle } from '../contacts/verified-keys';
import { openGrants, grantAccess, sealedFiles } from './verified-grants';
import { openerFor, ownFileKey } from './sealed-content';

/** An open keyring, or a function that opens it. It is called only if something is sealed. */
export type Keys = Keyring | (() => Promise<Keyring>);

/** An open vault and its known contacts. */
export interface Keyring {
  vault: Vault;
  contacts: Contacts;
}

interface OwnKey {
  fileId: string;
  fileKey: Bytes;
}

/** A verified request, as its receiver signed it. */
export interface ShownRequest {
  receiverEmail: string;
  intendedUse: string;
  note: string;
  /** When it was signed, ISO-8601. */
  time: string;
  /** Names of the files to grant, from their sealed metadata. */
  fileNames: string[];
}

interface GrantOptions {
  /** ISO-8601. */
  expiry: string;
  /** The granted files; absent: all of the request. */
  fileIds?: string[];
  /** Called with what the receiver has signed, before grants of a request are created. */
  onRequest?: (request: ShownRequest) => void;
}

/**
 * Creates the grants that `confirmRequest` and `extendTransfer` need for sealed files; undefined if no file is sealed. The ledger
 * records them first. A request is granted exactly as the receiver has signed it, by a program only if the files are in folders that
 * were delivered to the receiver. An extension grants exactly what the ledger holds.
 * @param of a pending request (`id`) or a transfer (`transferId`)
 * @throws ApiError RECEIVER_KEY_MISSING; SealingError KEY_CHANGED until the receiver's new key is confirmed, REQUEST_*, FOLDER_*,
 * TRANSFER_REVOKED, GRANT_SET_DIFFERS, LEDGER_ROLLED_BACK
 */
export async function grantsFor(
  client: ApiClient,
  keys: Keys,
  of: { id: string } | { transferId: string },
  { expiry, fileIds, onRequest }: GrantOptions,
): Promise<GrantSet | undefined> {
  const targets = await client.send(routes.sealingTargets, of);
  const files = targets.files.filter(({ fileId }) => !fileIds || fileIds.includes(fileId));
  if (files.length === 0) return undefined;
  const { vault, contacts } = await keyringOf(keys);
  const { userId, email } = targets.receiver;
  const bundle = usableBundle(targets.receiver.bundle);
  if (!bundle)
    throw new ApiError(new AppError('RECEIVER_KEY_MISSING').message, {
      code: 'RECEIVER_KEY_MISSING',
      status: 409,
    });
  return contacts.withVerifiedKeys({ userId, email, bundle }, async (receiver) => {
    if (!isContact(receiver)) throw new SealingError('KEY_UNPROVEN');
    const { requestId } = targets;
    const asked = { ...targets, files };
    if ('transferId' in of) {
      const { requestHash, record } = await extensionRecorder(contacts, asked, receiver, expiry);
      return grantAccess(vault, { ...asked, requestHash }, receiver, expiry, (file) => ownFileKey(vault, file), record);
    }
    if (requestId !== of.id) throw new SealingError('REQUEST_REFUSED');
    const request = await requireSignedRequest(vault, targets, receiver, files);
    const record = await acceptanceRecorder(contacts, { requestId, request, files }, receiver, expiry);
    const named = await Promise.all(files.map((file) => openOwn(vault, file)));
    const { ledger } = contacts;
    if (ledger.isProgram) requireDelivered(ledger.latest, receiver.address, named);
    const { intendedUse, note, timeMs } = request;
    const time = new Date(timeMs).toISOString();
    onRequest?.({ receiverEmail: email, intendedUse, note, time, fileNames: named.map(({ name }) => name) });
    const keyOf = new Map(named.map(({ fileId, fileKey }) => [fileId, fileKey]));
    return grantAccess(
      vault,
      { ...asked, requestHash: request.hash },
      receiver,
      expiry,
      async ({ fileId }) => keyOf.get(fileId)!,
      record,
    );
  });
}

/** Records that a transfer with sealed files is revoked. Call it before `revokeTransfer`. @throws errors of `Ledger.load` */
export async function recordRevoked(client: ApiClient, keys: Keys, transferId: string): Promise<void> {
  const { grants } = await client.send(routes.transfer, { id: transferId });
  if (grants) await recordRevocation((await keyringOf(keys)).contacts.ledger, grants.requestId);
}

/** The key of an own file, and the name and folder that its owner sealed with it. @throws SealingError TAMPERED, MALFORMED */
async function openOwn(vault: Vault, file: OwnSealedFile): Promise<Pick<FileMeta, 'name' | 'folderId'> & OwnKey> {
  const { fileId, version, sealedMeta } = file;
  const fileKey = await ownFileKey(vault, file);
  const { name, folderId } = await openMeta(fileKey, { fileId, version }, fromBase64url(sealedMeta));
  return { fileId, fileKey, name, folderId };
}

/** A file of a transfer, ready to be read. */
export interface ReceivedContent {
  fileId: string;
  /** For a sealed file the sender's name: use `safeName` before writing to disk. */
  name: string;
  size: number;
  /** `e2e` only for a file that its sender's grant opens. */
  mode: TransferFile['mode'];
  /** SHA-256 of the content, lower-case hex. */
  sha256: string;
  /** The stored bytes (sealed, or the content itself): path below the origin, size in bytes, SHA-256. */
  stored: { path: string; size: number; sha256: string };
  /** Turns the stored bytes into the content. Complete and authentic only when the stream ends without an error. */
  open: (stored: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;
  /** Downloads and opens the content. */
  read: () => Promise<ReadableStream<Uint8Array>>;
}

/**
 * Fetches and verifies a transfer: the sender's keys match the pinned ones, and the grants are exactly for its sealed files, receiver
 * and expiry.
 * @throws SealingError KEY_CHANGED, GRANT_*, BAD_SIGNATURE, META_MISMATCH, TAMPERED; ApiError
 */
export async function openTransfer(
  client: ApiClient,
  keys: Keys,
  id: string,
): Promise<{ view: TransferView; files: ReceivedContent[] }> {
  const view = await client.send(routes.transfer, { id });
  if (sealedFiles(view).length === 0) return { view, files: await contentsOf(client, view, new Map()) };
  if (!view.grants) throw new SealingError('GRANT_REFUSED');
  const { vault, contacts } = await keyringOf(keys);
  const { grants: set } = view;
  const { senderId: userId, sender: bundle } = set;
  const files = await contacts.withVerifiedKeys({ userId, bundle }, async (sender) => {
    const contents = await contentsOf(client, view, await openGrants(view, vault, sender));
    await contacts.learnFrom(sender, set);
    return contents;
  });
  return { view, files };
}

/** @param fileKeys of the sealed files @throws SealingError META_MISMATCH, TAMPERED */
function contentsOf(
  client: ApiClient,
  { id, files }: TransferView,
  fileKeys: ReadonlyMap<string, Bytes>,
): Promise<ReceivedContent[]> {
  const contents = files.map(async (file): Promise<ReceivedContent> => {
    const { fileId, sealed } = file;
    const fileKey = fileKeys.get(fileId);
    const stored = {
      path: requestUrl(routes.transferFile, { transferId: id, fileId }).url,
      size: sealed?.sealedSize ?? file.size,
      sha256: file.sha256,
    };
    const readable = (about: Pick<ReceivedContent, 'name' | 'size' | 'sha256' | 'mode' | 'open'>): ReceivedContent => {
      const read = async () => about.open(await streamOf(await client.fetch(file.url)));
      return { fileId, stored, ...about, read };
    };
    if (!fileKey || !sealed) return readable({ ...pickOf(file), mode: 'managed', open: async (bytes) => bytes });
    const { meta } = await openerFor(fileKey, sealed, file);
    const open = async (bytes: ReadableStream<Uint8Array>) => (await openerFor(fileKey, sealed, file)).open(bytes);
    return readable({ ...pickOf(meta), mode: 'e2e', open });
  });
  return Promise.all(contents);
}

const keyringOf = async (keys: Keys): Promise<Keyring> => (typeof keys === 'function' ? keys() : keys);

const pickOf = ({ name, size, sha256 }: Pick<ReceivedContent, 'name' | 'size' | 'sha256'>) => ({ name, size, sha256 });

/** @throws ApiError */
async function streamOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok || !response.body) throw await errorFromResponse(response);
  return response.body;
}
