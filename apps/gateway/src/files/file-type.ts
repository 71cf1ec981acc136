import { AppError } from '@tradepost/contracts/errors';
import { uploadFormats, type UploadFormat } from '@tradepost/reference/file-types';
import { fileTypeFromBuffer } from 'file-type/core';

/** Enough for every signature we look for. */
export const sniffBytes = 4_100;

const openXml = 'application/vnd.openxmlformats-officedocument';

/** The container of the office formats before 2007 does not say on its first bytes which of them it is. */
const compoundFile = 'application/x-cfb';
const compoundExtensions = new Set(['xls', 'doc', 'ppt']);
/** Where each Open XML format keeps its own parts; the package may begin with other parts (ECMA-376, part 2). */
const partFolders: Record<string, string> = { xlsx: 'xl/', docx: 'word/', pptx: 'ppt/' };
const packageParts = /^(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/)/;

/** What one kind of upload takes, and how it says so where the error table's words do not fit. */
export interface Accepted {
  formats: readonly UploadFormat[];
  hint?: string;
}

export const managedFiles: Accepted = { formats: uploadFormats };

/** What a business registration takes: the same, and office documents. */
export const registrationDocuments: Accepted = {
  formats: [
    ...uploadFormats,
    { name: 'Word', extensions: ['docx', 'doc'], mimeTypes: [`${openXml}.wordprocessingml.document`, 'application/msword'] },
    { name: 'PowerPoint', extensions: ['pptx', 'ppt'], mimeTypes: [`${openXml}.presentationml.presentation`, 'application/vnd.ms-powerpoint'] },
  ],
  hint: 'Supported formats: PDF, Images (JPG, PNG, GIF), Excel, CSV, Word, PowerPoint',
};

/**
 * The media type of a file by its name and its content both.
 * @param head the file's first bytes, at most `sniffBytes`
 * @throws AppError FILE_TYPE
 */
export async function provenType(name: string, head: Buffer, { formats, hint }: Accepted): Promise<string> {
  const extension = /.\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  if (format) {
    const { extensions, mimeTypes } = format;
    const claimed = mimeTypes[Math.min(extensions.indexOf(extension), mimeTypes.length - 1)] as string;
    if (extension === 'csv' ? isTable(head) : await proves(head, claimed, extension)) return claimed;
  }
  throw new AppError('FILE_TYPE', { message: hint });
}

async function proves(head: Buffer, claimed: string, extension: string): Promise<boolean> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (found === claimed) return true;
  const ownParts = partFolders[extension];
  if (!ownParts) return found === compoundFile && compoundExtensions.has(extension);
  const first = firstPart(head);
  return found === 'application/zip' && (first.startsWith(ownParts) || packageParts.test(first));
}

/** The name in a zip's first local header (APPNOTE 4.3.7). */
const firstPart = (head: Buffer) => (head.length > 30 ? head.toString('latin1', 30, 30 + head.readUInt16LE(26)) : '');

/** Text without control characters that does not begin as something a browser would run; two letters of a heading prove no other format. */
const isTable = (head: Buffer) => {
  const text = head.toString('latin1');
  return !/[\x00-\x08\x0e-\x1f]/.test(text) && !/^(\xef\xbb\xbf)?\s*(%PDF-|<(!doctype|html|script|svg|\?xml))/i.test(text);
};
