import { AppError } from '@tradepost/contracts/errors';
import {
  claimedTypeOf,
  defaultFileTypes,
  extensionOf,
  formatsText,
  officeFormats,
  pictureSignatures,
  type FileTypes,
} from '@tradepost/reference/file-types';

/** Covers every signature below. */
export const sniffBytes = 4_100;

/** The formats that one kind of upload accepts. */
export interface AcceptedFormats {
  types: FileTypes;
  /** Their names, for the refusal. */
  names: string;
}

export const filesOfTypes = (types: FileTypes): AcceptedFormats => ({ types, names: formatsText(types) });

/** A business registration also accepts office documents. */
export const registrationDocuments: AcceptedFormats = {
  types: [...defaultFileTypes, ...officeFormats.flatMap(({ extensions }) => extensions)],
  names: 'PDF, Images (JPG, PNG, GIF), Excel, CSV, Word, PowerPoint',
};

/** Where the extension is accepted, the list of formats alone would not say what is wrong. */
const refused = ({ types, names }: AcceptedFormats, isExtensionAccepted: boolean) =>
  new AppError('FILE_TYPE', {
    message:
      isExtensionAccepted || types === null
        ? `The content does not match the file extension. Supported formats: ${names}.`
        : `Supported formats: ${names}`,
  });

/**
 * The MIME type of a file, if it is accepted, and its name and its content agree. The content of a format without a known signature may be
 * anything; it is served as bytes.
 * @param head the file's first bytes, at most `sniffBytes`
 * @throws AppError FILE_TYPE
 */
export function detectMimeType(name: string, head: Buffer, accepted: AcceptedFormats): string {
  const mimeType = claimedTypeOf(name, accepted.types);
  const matches = signatureChecks.get(extensionOf(name)) ?? (() => true);
  if (mimeType && matches(head)) return mimeType;
  throw refused(accepted, mimeType !== undefined);
}

/** Compares the declared type of a sealed file, which cannot be read here, with its name. @throws AppError FILE_TYPE */
export function checkDeclaredType(name: string, mimeType: string, accepted: AcceptedFormats): void {
  if (claimedTypeOf(name, accepted.types) !== mimeType) throw refused(accepted, false);
}

const startsWith = (hex: string) => {
  const signature = Buffer.from(hex, 'hex');
  return (head: Buffer) => head.subarray(0, signature.length).equals(signature);
};

/** An Open XML package keeps its own parts in a folder of its format and may begin with common ones (ECMA-376, part 2). */
const openXmlPackage = (folder: string) => (head: Buffer) => {
  const first = firstPart(head);
  return (
    startsWith('504b0304')(head) &&
    (first.startsWith(folder) || /^(\[Content_Types\]\.xml$|_rels\/|docProps\/|customXml\/)/.test(first))
  );
};

/** The name in a zip's first local header (APPNOTE 4.3.7). */
const firstPart = (head: Buffer) => (head.length > 30 ? head.toString('latin1', 30, 30 + head.readUInt16LE(26)) : '');

/** The container of all office formats before 2007: its first bytes do not tell them apart (MS-CFB 2.2). */
const compoundFile = startsWith('d0cf11e0a1b11ae1');
const jpeg = startsWith(pictureSignatures.jpeg);

/** Text without control characters that does not start like a format that a browser executes. */
const isCsv = (head: Buffer) => {
  const text = head.toString('latin1');
  return (
    !/[\x00-\x08\x0e-\x1f]/.test(text) && !/^(\xef\xbb\xbf)?\s*(%PDF-|<(!doctype|html|script|svg|\?xml))/i.test(text)
  );
};

/**
 * Whether the first bytes match the format, by extension. The package `file-type` reads further into the content, and fails on
 * a PNG with a colour profile longer than the first bytes.
 */
const signatureChecks = new Map<string, (head: Buffer) => boolean>(
  Object.entries({
    pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
    png: startsWith(pictureSignatures.png),
    gif: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
    jpg: jpeg,
    jpeg,
    xlsx: openXmlPackage('xl/'),
    docx: openXmlPackage('word/'),
    pptx: openXmlPackage('ppt/'),
    xls: compoundFile,
    doc: compoundFile,
    ppt: compoundFile,
    csv: isCsv,
  }),
);
