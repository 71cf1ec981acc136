/** More than any list of 200 people needs. */
export const maxListBytes = 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, n) => bytes[n] === byte);
const decoded = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes);

/**
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 with or without a byte order mark, or Windows-1252.
 * @returns null for a file that is no text, such as a workbook, or too large
 */
export function decodeList(bytes: Uint8Array): string | null {
  if (bytes.length > maxListBytes || startsWith(bytes, 0x50, 0x4b) || startsWith(bytes, 0xd0, 0xcf)) return null;
  const text = textOf(bytes);
  return text.includes('\0') ? null : text;
}

function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xfe, 0xff)) return decoded(bytes, 'utf-16be');
  if (startsWith(bytes, 0xff, 0xfe) || (bytes.length > 1 && bytes[1] === 0)) return decoded(bytes, 'utf-16le');
  if (bytes.length > 1 && bytes[0] === 0) return decoded(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoded(bytes, 'windows-1252');
  }
}
