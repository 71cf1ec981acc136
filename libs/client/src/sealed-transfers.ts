import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { addressOf } from '@tradepost/contracts/wire';
import type { Bytes } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { GrantSet } from '@tradepost/sealing/grants';
import type { Vault } from '@tradepost/sealing/vault';
import type { ApiClient } from './api-client';
import { ApiError, refusalIn } from './api-error';
import type { Contacts } from './contacts';
import { grantedKeys, sealAccess, sealedFiles } from './proven-grants';
import { openingOf } from './sealed-content';

/** Whose keys are at work; asked for only where there is something sealed. */
export type Keys = Keyring | (() => Promise<Keyring>);

/** An open vault, and the contacts it knows. */
export interface Keyring {
  vault: Vault;
  contacts: Contacts;
}

/**
 * What `confirmRequest` or `extendTransfer` carries, so that the receiver can open the sealed files until `expiry`; nothing when
 * none of the files is sealed.
 * @param fileIds those that are given, where not all of the request are
 * @throws ApiError RECEIVER_KEY_MISSING; SealingError KEY_CHANGED until the receiver's new key is confirmed
 */
export async function grantsFor(
  client: ApiClient,
  keys: Keys,
  of: { id: string } | { transferId: string },
  { expiry, fileIds }: { expiry: string; fileIds?: string[] },
): Promise<GrantSet | undefined> {
  const toSeal = await client.send(routes.toSeal, of);
  const files = toSeal.files.filter(({ fileId }) => !fileIds || fileIds.includes(fileId));
  if (files.length === 0) return undefined;
  const { vault, contacts } = await keyringOf(keys);
  const { userId, bundle } = toSeal.receiver;
  if (!bundle)
    throw new ApiError('The receiver has no key yet. You can accept once they have signed in.', {
      code: 'RECEIVER_KEY_MISSING',
      status: 409,
    });
  return contacts.known(userId, bundle, (receiver) => sealAccess(vault, { ...toSeal, files }, receiver, expiry));
}

/** A file of a transfer, ready to be read. */
export interface ReceivedContent {
  fileId: string;
  /** As its sender called it, for a sealed file: make it safe before it names a file on disk. */
  name: string;
  size: number;
  mode: TransferFile['mode'];
  /** Of its content. */
  sha256: string;
  /** What the server keeps of it, and its hash: the content itself, or sealed. */
  stored: { path: string; size: number; sha256: string };
  /** From what is stored to its content; whole and authentic only when the stream has ended well. */
  open: (stored: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>;
  /** Its content, as `open` gives it. */
  read: () => Promise<ReadableStream<Uint8Array>>;
}

/**
 * A transfer, proven: the sender's keys are those known, and the grants exactly for its sealed files, its receiver and its expiry.
 * @throws SealingError KEY_CHANGED, GRANT_*, BAD_SIGNATURE, META_MISMATCH, TAMPERED; ApiError
 */
export async function openTransfer(
  client: ApiClient,
  own: Keys,
  id: string,
): Promise<{ view: TransferView; files: ReceivedContent[] }> {
  const view = await client.send(routes.transfer, { id });
  const keys = sealedFiles(view).length === 0 ? new Map<string, Bytes>() : await keysOf(view, await keyringOf(own));
  const files = view.files.map(async (file): Promise<ReceivedContent> => {
    const { fileId, mode, sealed: kept } = file;
    const fileKey = keys.get(fileId);
    const stored = {
      path: addressOf(routes.transferFile, { transferId: id, fileId }).url,
      size: kept?.sealedSize ?? file.size,
      sha256: file.sha256,
    };
    const readable = (about: Pick<ReceivedContent, 'name' | 'size' | 'sha256' | 'open'>): ReceivedContent => {
      const read = async () => about.open(await streamOf(await client.fetch(file.url)));
      return { fileId, mode, stored, ...about, read };
    };
    if (!fileKey || !kept)
      return readable({ name: file.name, size: file.size, sha256: file.sha256, open: async (bytes) => bytes });
    const { meta } = await openingOf(fileKey, kept, file);
    return readable({ ...meta, open: async (bytes) => (await openingOf(fileKey, kept, file)).open(bytes) });
  });
  return { view, files: await Promise.all(files) };
}

const keyringOf = async (keys: Keys): Promise<Keyring> => (typeof keys === 'function' ? keys() : keys);

async function keysOf(view: TransferView, { vault, contacts }: Keyring): Promise<Map<string, Bytes>> {
  if (!view.grants) throw new SealingError('GRANT_REFUSED');
  return contacts.known(view.grants.senderId, view.grants.sender, (sender) => grantedKeys(view, vault, sender));
}

/** @throws ApiError */
async function streamOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok || !response.body) throw await refusalIn(response);
  return response.body;
}
