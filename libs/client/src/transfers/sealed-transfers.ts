import type { TransferFile, TransferView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { requestUrl } from '@tradepost/contracts/values/wire';
import type { ApiClient, Caller } from '../api/api-client';
import { errorFromResponse } from '../api/api-error';
import { keyringOf, type Keys } from '../contacts/keyring';
import { recordRevocation } from '../ledger/grants';
import { openedContent } from './opened-content';
import { proveTransfer, type OpenedFile, type OpenedTransfer } from './opened-transfer';
import { sealedFiles } from './verified-grants';

/** Records that a transfer with sealed files is revoked. Call it before `revokeTransfer`. @throws errors of `Ledger.load` */
export async function recordRevoked(client: Caller, keys: Keys, transferId: string): Promise<void> {
  const { grants } = await client.send(routes.transfer, { id: transferId });
  if (grants) await recordRevocation((await keyringOf(keys)).contacts.ledger, grants.requestId);
}

/** A file of a transfer, ready to be read. */
export interface ReceivedContent {
  fileId: string;
  /** For a sealed file the sender's name: use `safeFilePaths` before writing to disk. */
  name: string;
  size: number;
  /** `e2e` only for a file that its sender's grant opens. */
  mode: TransferFile['mode'];
  /** SHA-256 of the content, lower-case hex. */
  sha256: string;
  /**
   * The stored bytes (sealed, or the content itself), as the server states them: path below the origin, size. See `downloadRanges`. `transferId`: they may also come
   * straight from the object store.
   */
  stored: { path: string; size: number; transferId?: string };
  /** Opens the stored bytes; absent if they are the content. */
  sealed?: Pick<OpenedFile, 'fileKey' | 'file'>;
  /** Downloads and opens the content. Complete and authentic only when the stream ends without an error. */
  read: () => Promise<ReadableStream<Uint8Array>>;
}

/** Fetches a transfer and proves its sealed files. @throws as `proveTransfer` */
export async function openTransfer(
  client: ApiClient,
  keys: Keys,
  id: string,
): Promise<{ view: TransferView; files: ReceivedContent[] }> {
  const view = await client.send(routes.transfer, { id });
  const proven: OpenedTransfer['files'] =
    sealedFiles(view).length === 0 ? new Map() : (await proveTransfer(client, keys, view)).files;
  const files = view.files.map((file): ReceivedContent => {
    const { fileId, sealed } = file;
    const opened = proven.get(fileId);
    const stored = {
      path: requestUrl(routes.transferFile, { transferId: id, fileId }).url,
      size: sealed?.sealedSize ?? file.size,
      transferId: id,
    };
    const bytes = async () => streamOf(await client.fetch(file.url));
    if (!opened) return { fileId, ...pickOf(file), mode: 'managed', stored, read: bytes };
    const { meta } = opened;
    const read = async () => openedContent({ ...meta, sealed: opened }, await bytes());
    return { fileId, ...pickOf(meta), mode: 'e2e', stored, sealed: opened, read };
  });
  return { view, files };
}

const pickOf = ({ name, size, sha256 }: Pick<ReceivedContent, 'name' | 'size' | 'sha256'>) => ({ name, size, sha256 });

/** @throws ApiError */
async function streamOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (!response.ok || !response.body) throw await errorFromResponse(response);
  return response.body;
}
