import { routes } from '@tradepost/contracts/routes';
import type { FileProfile, FileView, UploadedFile } from '@tradepost/contracts/storage';
import { resumableUpload } from '../../api/resumable-upload';
import { send } from '../../api/send';
import { upload, type UploadOptions } from '../../api/upload';
import type { FileTerms } from './terms';

/** From here on an interruption costs enough to go in parts. */
const resumableFrom = 4 * 1024 * 1024;

export interface FileToSend {
  folderId: string;
  file: File;
  terms: FileTerms;
  /** The file whose next version this is. */
  replaces?: { id: string };
  profile?: FileProfile;
  /** First rows as CSV, offered as a sample. */
  preview?: string;
}

const termFields = ({ category, price, currency, numberOfRecords, totalAmount }: FileTerms) => ({ category, price, currency, numberOfRecords, totalAmount });

/**
 * Small files go in one call, large ones in parts that survive an interruption.
 * @returns the stored file; undefined when it has arrived but the answer was lost
 */
export async function sendFile(item: FileToSend, options: UploadOptions): Promise<FileView | undefined> {
  return item.file.size < resumableFrom ? sendWhole(item, options) : sendInParts(item, options);
}

async function sendWhole({ folderId, file, terms, replaces, profile, preview }: FileToSend, options: UploadOptions): Promise<FileView> {
  const fields = { folderId, name: file.name, ...termFields(terms), ...(terms.sample === 'file' && { sample: true }), ...(preview && { preview }), ...(profile && { profile }) };
  const answer = replaces
    ? await upload<UploadedFile>(routes.replaceFile, { ...fields, fileId: replaces.id }, { file }, options)
    : await upload<UploadedFile>(routes.uploadFile, fields, { file }, options);
  return answer.file;
}

async function sendInParts({ folderId, file, terms, replaces, profile, preview }: FileToSend, options: UploadOptions): Promise<FileView | undefined> {
  const metadata = { folderId, fileName: file.name, ...termFields(terms), ...(terms.sample === 'file' && { sample: 'true' }), ...(replaces && { fileId: replaces.id }) };
  const body = await resumableUpload(routes.createUpload, file, metadata, options);
  if (!body) return undefined;
  const { file: stored } = JSON.parse(body) as UploadedFile;
  // What was found in the file does not fit the headers its parts go with.
  if (profile || preview) await send(routes.editFile, { folderId, fileId: stored.id, ...(profile && { profile }), ...(preview && { preview }) });
  return stored;
}
