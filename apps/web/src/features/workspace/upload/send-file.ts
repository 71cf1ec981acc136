import { routes } from '@tradepost/contracts/routes';
import type { ApiError } from '@tradepost/client/api/api-error';
import { filesOrErrors } from '@tradepost/client/api/batch-upload';
import type { BatchResult, FileProfile, FileView, UploadedFile } from '@tradepost/contracts/storage';
import { inDirectory } from '@tradepost/contracts/values/file-paths';
import { claimedTypeOf } from '@tradepost/reference/file-types';
import type { FileRef } from '@tradepost/sealing/file/format';
import { maySegment } from '@tradepost/sealing/file/segments';
import { resumableUpload } from '../../../api/resumable-upload';
import { send } from '../../../api/send';
import { upload, type UploadOptions } from '../../../api/upload';
import { sealContent, type SealedUpload } from '@tradepost/client/transfers/sealed-content';
import { planSealed } from '@tradepost/client/transfers/sealed-parts';
import { partsOf, partsToSeal, type PlannedUpload } from '../../../sealing/upload-parts';
import { useUploadLimits } from '../../../session/upload-limits.store';
import { requireVault } from '../../../vault/vault';
import { contentSha256, contentWorker } from '../../../workers/content-worker';
import type { FileTerms } from './terms';
import { inPartsAbove } from './upload-item';

export interface FileToSend {
  folderId: string;
  /** Name of the chosen file; of the stored file when sealed in place. */
  content: Blob;
  name: string;
  /** Where a new file is put in the folder; absent or empty for the top level. */
  directory?: string;
  /** Of a chosen file. The same file chosen again resumes its upload. */
  lastModified?: number;
  terms?: FileTerms;
  /** Makes this the next version of that file. */
  replaces?: { id: string };
  /** Seals a large file as a whole, so that it is sent completely. */
  whole?: boolean;
  /** Deletes earlier versions. */
  inPlace?: boolean;
  /** Sent instead of `content`. */
  sealed?: SealedUpload;
  /** Each part of `content` is sealed when it is sent. */
  plan?: PlannedUpload;
  profile?: FileProfile;
  /** First rows as CSV, offered as a preview. */
  preview?: string;
}

const termFields = ({ category, price, currency, numberOfRecords, totalAmount }: FileTerms) => ({
  category,
  price,
  currency,
  numberOfRecords,
  totalAmount,
});

/** The type that the extension stands for, as the server spells it. */
const mimeTypeOf = (name: string): string =>
  claimedTypeOf(name, useUploadLimits.getState().fileTypes) ?? 'application/octet-stream';

/** What is sealed: a new file under a new id, or the next version of an existing file. */
async function toSeal(
  { folderId, name, directory = '', replaces }: FileToSend,
  signal: AbortSignal | undefined,
): Promise<{ about: { name: string; mime: string; folderId: string }; file: FileRef }> {
  if (!replaces)
    return {
      about: { name: inDirectory(directory, name), mime: mimeTypeOf(name), folderId },
      file: { fileId: crypto.randomUUID(), version: 1 },
    };
  const now = await send(routes.file, { folderId, fileId: replaces.id }, signal && { signal });
  return {
    about: { name: now.name, mime: mimeTypeOf(now.name), folderId },
    file: { fileId: replaces.id, version: now.version + 1 },
  };
}

const workOptionsOf = ({ signal, onProgress }: UploadOptions, { size }: Blob) => ({
  ...(signal && { signal }),
  onProgress: (loaded: number) => onProgress?.(loaded, size),
});

/** Seals a file of any size, which the browser stores. */
export async function seal(item: FileToSend, options: UploadOptions): Promise<SealedUpload> {
  const vault = await requireVault();
  const { about, file } = await toSeal(item, options.signal);
  const { content } = item;
  return sealContent(vault, content, about, file, { work: contentWorker, ...workOptionsOf(options, content) });
}

/** Reads a large file, and plans how its parts are sealed. @param onComparing called if it is compared with the version that it replaces */
export async function planSealing(
  item: FileToSend,
  { onComparing, ...options }: UploadOptions & { onComparing: () => void },
): Promise<PlannedUpload> {
  const vault = await requireVault();
  const { about, file } = await toSeal(item, options.signal);
  const { content } = item;
  const work = workOptionsOf(options, content);
  if (!item.whole && maySegment(content.size)) {
    const { planInSegments } = await import('../../../sealing/plan-in-segments');
    return { ...(await planInSegments(vault, about, file, content, { ...work, onComparing })), sent: new Map() };
  }
  const sha256 = await contentSha256(content, work);
  return { ...(await planSealed(vault, { ...about, size: content.size, sha256 }, file)), sent: new Map() };
}

/** Sends small files in one call, large ones in parts. */
export async function sendFile(item: FileToSend, options: UploadOptions): Promise<FileView> {
  return item.content.size > inPartsAbove ? sendInParts(item, options) : sendWhole(item, options);
}

/** Sends new small files in one call. @returns for each, in order, the stored file or its error @throws ApiError for the call as a whole */
export async function sendTogether(items: FileToSend[], options: UploadOptions): Promise<(FileView | ApiError)[]> {
  const { results } = await upload<{ results: BatchResult[] }>(
    routes.uploadFiles,
    { folderId: items[0]?.folderId, terms: items.map(formFieldsOf) },
    { file: items.map(formFileOf) },
    options,
  );
  return filesOrErrors(items.length, results);
}

const formFieldsOf = ({ name, directory, terms, inPlace, sealed, profile, preview }: FileToSend) => ({
  name,
  ...(directory && { directory }),
  ...(terms && termFields(terms)),
  ...(terms?.sample === 'file' && { sample: true }),
  ...(inPlace && { inPlace }),
  ...(preview && { preview }),
  ...(profile && { profile }),
  ...sealed?.fields,
});

const formFileOf = ({ content, name, sealed }: FileToSend) =>
  new File([sealed?.content ?? content], name, { type: sealed ? 'application/octet-stream' : mimeTypeOf(name) });

async function sendWhole(item: FileToSend, options: UploadOptions): Promise<FileView> {
  const { folderId, replaces } = item;
  const fields = { folderId, ...formFieldsOf(item) };
  const file = formFileOf(item);
  const answer = replaces
    ? await upload<UploadedFile>(routes.replaceFile, { ...fields, fileId: replaces.id }, { file }, options)
    : await upload<UploadedFile>(routes.uploadFile, fields, { file }, options);
  return answer.file;
}

/** Identifies the bytes of an upload in parts. Sealing gives different bytes each time, so only the same sealed file can resume. */
export function uploadKeyOf({
  folderId,
  content,
  name,
  directory = '',
  lastModified,
  replaces,
  sealed,
  plan,
}: FileToSend): string {
  const sealedAs = sealed?.fields ?? plan?.fields;
  if (sealedAs) return `${sealedAs.fileId}/${sealedAs.wrappedKey}`;
  return [folderId, replaces?.id ?? 'new', inDirectory(directory, name), content.size, lastModified].join('/');
}

async function sendInParts(item: FileToSend, options: UploadOptions): Promise<FileView> {
  const { folderId, content, name, directory, terms, replaces, inPlace, sealed, plan, profile, preview } = item;
  const sealedAs = sealed?.fields ?? plan?.fields;
  const fields = {
    ...(directory && { directory }),
    ...(terms && termFields(terms)),
    ...(terms?.sample === 'file' && { sample: 'true' }),
    ...(inPlace && { inPlace: 'true' }),
    ...(replaces && { fileId: replaces.id }),
    ...sealedAs,
  };
  const parts = plan ? await partsToSeal(content, plan) : partsOf(sealed?.content ?? content);
  const target = { key: uploadKeyOf(item), canRestart: plan === undefined };
  const stored = await resumableUpload({ folderId, name, fields, ...parts }, target, options).catch(
    async (error: unknown) => {
      // of a file that was changed while it was read, this is the better explanation
      if (!options.signal?.aborted) await parts.check();
      throw error;
    },
  );
  // too large for the headers of an upload in parts
  if (profile || preview)
    await send(routes.editFile, {
      folderId,
      fileId: stored.id,
      ...(profile && { profile }),
      ...(preview && { preview }),
    });
  return stored;
}
