import { AppError } from '@tradepost/contracts/errors';
import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { requestUrl } from '@tradepost/contracts/values/wire';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { GrantSet } from '@tradepost/sealing/grant-layout';
import { isContact } from '@tradepost/sealing/keys/bundle';
import type { Vault } from '@tradepost/sealing/keys/vault';
import type { ApiClient } from '../api/api-client';
import { ApiError, errorFromResponse } from '../api/api-error';
import type { Contacts } from '../contacts/contacts';
import { recordRevocation } from '../ledger/grants';
import { grantRecorder } from './grant-recorder';
import { usableBundle } from '../contacts/verified-keys';
import { openGrants, grantAccess, sealedFiles } from './verified-grants';
import { openerFor } from './sealed-content';

/** An open keyring, or a function that opens it. It is called only if something is sealed. */
export type Keys = Keyring | (() => Promise<Keyring>);

/** An open vault and its known contacts. */
export interface Keyring {
  vault: Vault;
  contacts: Contacts;
}

/**
 * Creates the grants that `confirmRequest` and `extendTransfer` need for sealed files; undefined if no file is sealed. The ledger
 * records them first. An extension grants exactly what the ledger holds.
 * @param of a pending request (`id`) or a transfer (`transferId`)
 * @param expiry ISO-8601
 * @param fileIds the granted files; absent: all of the request
 * @throws ApiError RECEIVER_KEY_MISSING; SealingError KEY_CHANGED until the receiver's new key is confirmed, TRANSFER_REVOKED,
 * GRANT_SET_DIFFERS, LEDGER_ROLLED_BACK
 */
export async function grantsFor(
  client: ApiClient,
  keys: Keys,
  of: { id: string } | { transferId: string },
  { expiry, fileIds }: { expiry: string; fileIds?: string[] },
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
    const record = await grantRecorder(contacts.ledger, { ...targets, files }, receiver, {
      expiry,
      isExtension: 'transferId' in of,
    });
    return grantAccess(vault, { ...targets, files }, receiver, expiry, record);
  });
}

/** Records that a transfer with sealed files is revoked. Call it before `revokeTransfer`. @throws errors of `Ledger.load` */
export async function recordRevoked(client: ApiClient, keys: Keys, transferId: string): Promise<void> {
  const { grants } = await client.send(routes.transfer, { id: transferId });
  if (grants) await recordRevocation((await keyringOf(keys)).contacts.ledger, grants.requestId);
}

/** A file of a transfer, ready to be read. */
export interface ReceivedContent {
  fileId: string;
  /** For a sealed file the sender's name: use `safeName` before writing to disk. */
  name: string;
  size: number;
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
  const fileKeys =
    sealedFiles(view).length === 0 ? new Map<string, Bytes>() : await keysOf(view, await keyringOf(keys));
  const files = view.files.map(async (file): Promise<ReceivedContent> => {
    const { fileId, mode, sealed } = file;
    const fileKey = fileKeys.get(fileId);
    const stored = {
      path: requestUrl(routes.transferFile, { transferId: id, fileId }).url,
      size: sealed?.sealedSize ?? file.size,
      sha256: file.sha256,
    };
    const readable = (about: Pick<ReceivedContent, 'name' | 'size' | 'sha256' | 'open'>): ReceivedContent => {
      const read = async () => about.open(await streamOf(await client.fetch(file.url)));
      return { fileId, mode, stored, ...about, read };
    };
    if (!fileKey || !sealed)
      return readable({ name: file.name, size: file.size, sha256: file.sha256, open: async (bytes) => bytes });
    const { meta } = await openerFor(fileKey, sealed, file);
    return readable({ ...meta, open: async (bytes) => (await openerFor(fileKey, sealed, file)).open(bytes) });
  });
  return { view, files: await Promise.all(files) };
}

const keyringOf = async (keys: Keys): Promise<Keyring> => (typeof keys === 'function' ? keys() : keys);

async function keysOf(view: TransferView, { vault, contacts }: Keyring): Promise<Map<string, Bytes>> {
  if (!view.grants) throw new SealingError('GRANT_REFUSED');
  const { senderId, sender: bundle } = view.grants;
  return contacts.withVerifiedKeys({ userId: senderId, bundle }, (sender) => openGrants(view, vault, sender));
}

/** @throws ApiError */
async function streamOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok || !response.body) throw await errorFromResponse(response);
  return response.body;
}
