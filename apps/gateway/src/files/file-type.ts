import { AppError } from '@tradepost/contracts/errors';
import { uploadFormats, type UploadFormat } from '@tradepost/reference/file-types';

/** Enough for every signature we look for. */
export const sniffBytes = 4_100;

const openXml = 'application/vnd.openxmlformats-officedocument';

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
    {
      name: 'Word',
      extensions: ['docx', 'doc'],
      mimeTypes: [`${openXml}.wordprocessingml.document`, 'application/msword'],
    },
    {
      name: 'PowerPoint',
      extensions: ['pptx', 'ppt'],
      mimeTypes: [`${openXml}.presentationml.presentation`, 'application/vnd.ms-powerpoint'],
    },
  ],
  hint: 'Supported formats: PDF, Images (JPG, PNG, GIF), Excel, CSV, Word, PowerPoint',
};

/**
 * The media type of a file by its name and its content both.
 * @param head the file's first bytes, at most `sniffBytes`
 * @throws AppError FILE_TYPE
 */
export function provenType(name: string, head: Buffer, accepted: Accepted): string {
  const claimed = claimedType(name, accepted);
  if (claimed && proofs[extensionOf(name)]?.(head)) return claimed;
  throw new AppError('FILE_TYPE', { message: accepted.hint });
}

/** That a sealed file, which nobody here can look into, is said to be what its name says. @throws AppError FILE_TYPE */
export function checkSaidType(name: string, mimetype: string): void {
  if (claimedType(name, managedFiles) !== mimetype) throw new AppError('FILE_TYPE');
}

const extensionOf = (name: string) => /.\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

function claimedType(name: string, { formats }: Accepted): string | undefined {
  const extension = extensionOf(name);
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  return format?.mimeTypes[Math.min(format.extensions.indexOf(extension), format.mimeTypes.length - 1)];
}

const begins = (hex: string) => {
  const signature = Buffer.from(hex, 'hex');
  return (head: Buffer) => head.subarray(0, signature.length).equals(signature);
};

/** An Open XML package keeps its own parts in a folder of its format and may begin with common ones (ECMA-376, part 2). */
const openXmlPackage = (folder: string) => (head: Buffer) => {
  const first = firstPart(head);
  return (
    begins('504b0304')(head) &&
    (first.startsWith(folder) || /^(\[Content_Types\]\.xml$|_rels\/|docProps\/|customXml\/)/.test(first))
  );
};

/** The name in a zip's first local header (APPNOTE 4.3.7). */
const firstPart = (head: Buffer) => (head.length > 30 ? head.toString('latin1', 30, 30 + head.readUInt16LE(26)) : '');

/** The container of the office formats before 2007, which do not say on their first bytes which of them they are (MS-CFB 2.2). */
const compoundFile = begins('d0cf11e0a1b11ae1');
const jpeg = begins('ffd8ff');

/** Text without control characters that does not begin as something a browser would run. */
const table = (head: Buffer) => {
  const text = head.toString('latin1');
  return (
    !/[\x00-\x08\x0e-\x1f]/.test(text) && !/^(\xef\xbb\xbf)?\s*(%PDF-|<(!doctype|html|script|svg|\?xml))/i.test(text)
  );
};

/**
 * What the first bytes prove, by the extension they are claimed under. Signatures alone: `file-type` walks on into the
 * content, and fails on a PNG whose profile is longer than the first bytes.
 */
const proofs: Record<string, (head: Buffer) => boolean> = {
  pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
  png: begins('89504e470d0a1a0a'),
  gif: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  jpg: jpeg,
  jpeg,
  xlsx: openXmlPackage('xl/'),
  docx: openXmlPackage('word/'),
  pptx: openXmlPackage('ppt/'),
  xls: compoundFile,
  doc: compoundFile,
  ppt: compoundFile,
  csv: table,
};
