import { AppError } from '@tradepost/contracts/errors';
import { uploadFormatOf } from '@tradepost/reference/file-types';


/** Enough for every signature we look for. */
export const sniffBytes = 4_100;

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);

/** What the first bytes prove, by the extension they are claimed under. */
const proofs: Record<string, (head: Buffer) => boolean> = {
  pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
  xlsx: (head) => startsWith(head, 0x50, 0x4b, 0x03, 0x04),
  xls: (head) => startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  jpg: (head) => startsWith(head, 0xff, 0xd8, 0xff),
  jpeg: (head) => startsWith(head, 0xff, 0xd8, 0xff),
  png: (head) => startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  gif: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)),
  csv: isPlainText,
};

/** Text has no NUL, and a table does not begin with markup a browser would run. */
function isPlainText(head: Buffer): boolean {
  return !head.includes(0) && !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(head.toString('latin1', 0, 200));
}

/**
 * The media type of an upload the hint lists, by its name and its content both.
 * @param head the file's first bytes, at most `sniffBytes`
 * @throws AppError FILE_TYPE
 */
export function provenType(name: string, head: Buffer): string {
  const format = uploadFormatOf(name);
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const mimeType = format?.mimeTypes[extension === 'xls' ? 1 : 0];
  if (!mimeType || !proofs[extension]?.(head)) throw new AppError('FILE_TYPE');
  return mimeType;
}
