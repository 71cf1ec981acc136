import { routes } from '@tradepost/contracts/routes';
import type { FileProfile, FileView, UploadedFile } from '@tradepost/contracts/storage';
import { claimedTypeOf } from '@tradepost/reference/file-types';
import { resumableUpload } from '../../api/resumable-upload';
import { send } from '../../api/send';
import { upload, type UploadOptions } from '../../api/upload';
import { sealUpload, type SealedUpload } from '../../sealing/own-files';
import type { FileTerms } from './terms';

/** From here on an interruption costs enough to go in parts. */
const resumableFrom = 4 * 1024 * 1024;

export interface FileToSend {
  folderId: string;
  /** As it is chosen; in place, as it was. */
  content: Blob;
  name: string;
  /** Of a chosen file: the same one chosen again goes on where it stopped. */
  lastModified?: number;
  terms?: FileTerms;
  /** The file whose next version this is. */
  replaces?: { id: string };
  /** The versions before are not kept. */
  inPlace?: boolean;
  /** Instead of the content. */
  sealed?: SealedUpload;
  profile?: FileProfile;
  /** First rows as CSV, offered as a sample. */
  preview?: string;
}

const termFields = ({ category, price, currency, numberOfRecords, totalAmount }: FileTerms) => ({
  category,
  price,
  currency,
  numberOfRecords,
  totalAmount,
});

/** The type a name claims, as the server says it. */
const mimeOf = (name: string): string => claimedTypeOf(name) ?? 'application/octet-stream';

/** Seals what is to be sent: a new file under an id of its own, or the next version of the one that stands there now. */
export async function seal(
  { folderId, content, name, replaces }: FileToSend,
  options: UploadOptions,
): Promise<SealedUpload> {
  const { signal, onProgress } = options;
  const jobOptions = { ...(signal && { signal }), onProgress: (loaded: number) => onProgress?.(loaded, content.size) };
  if (!replaces)
    return sealUpload(content, name, mimeOf(name), { fileId: crypto.randomUUID(), version: 1 }, jobOptions);
  const now = await send(routes.file, { folderId, fileId: replaces.id }, signal && { signal });
  return sealUpload(content, now.name, mimeOf(now.name), { fileId: replaces.id, version: now.version + 1 }, jobOptions);
}

/** Small files go in one call, large ones in parts that survive an interruption. */
export async function sendFile(item: FileToSend, options: UploadOptions): Promise<FileView> {
  return item.content.size < resumableFrom ? sendWhole(item, options) : sendInParts(item, options);
}

async function sendWhole(
  { folderId, content, name, terms, replaces, inPlace, sealed, profile, preview }: FileToSend,
  options: UploadOptions,
): Promise<FileView> {
  const said = {
    folderId,
    name,
    ...(terms && termFields(terms)),
    ...(terms?.sample === 'file' && { sample: true }),
    ...(inPlace && { inPlace }),
    ...(preview && { preview }),
    ...(profile && { profile }),
    ...sealed?.fields,
  };
  const file = new File([sealed?.body ?? content], name, { type: sealed ? 'application/octet-stream' : mimeOf(name) });
  const answer = replaces
    ? await upload<UploadedFile>(routes.replaceFile, { ...said, fileId: replaces.id }, { file }, options)
    : await upload<UploadedFile>(routes.uploadFile, said, { file }, options);
  return answer.file;
}

async function sendInParts(
  { folderId, content, name, lastModified, terms, replaces, inPlace, sealed, profile, preview }: FileToSend,
  options: UploadOptions,
): Promise<FileView> {
  const fields = {
    ...(terms && termFields(terms)),
    ...(terms?.sample === 'file' && { sample: 'true' }),
    ...(inPlace && { inPlace: 'true' }),
    ...(replaces && { fileId: replaces.id }),
    ...sealed?.fields,
  };
  // sealed bytes are new each time: no other upload can go on with them
  const key = sealed
    ? `${sealed.fields.fileId}/${sealed.fields.wrappedKey}`
    : [folderId, replaces?.id ?? 'new', name, content.size, lastModified].join('/');
  const stored = await resumableUpload({ folderId, name, fields, content: sealed?.body ?? content }, key, options);
  // What was found in the file does not fit the headers its parts go with.
  if (profile || preview)
    await send(routes.editFile, {
      folderId,
      fileId: stored.id,
      ...(profile && { profile }),
      ...(preview && { preview }),
    });
  return stored;
}
