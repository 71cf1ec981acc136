import { AppError } from '@tradepost/contracts/errors';
import { baseNameOf, directoryOf, inDirectory } from '@tradepost/contracts/values/file-paths';

const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const longestBytes = 255;
const longestExtension = 20;

/** The name that is stored: NFC, without separators, `..`, control or direction characters, never empty, at most 255 bytes; the extension stays. */
export function cleanName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(forbidden, '')
    .replace(/\.{2,}/g, '.')
    .trim();
  return name === '' || name === '.' ? 'file' : fitted(name, '');
}

/** `a.csv`, then `a (2).csv`, and so on, in the same directory. */
export const numbered = (name: string, n: number): string =>
  n === 1 ? name : inDirectory(directoryOf(name), fitted(baseNameOf(name), ` (${n})`));

function fitted(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : '';
  const stem = extension ? name.slice(0, dot) : name;
  return cut(stem, longestBytes - Buffer.byteLength(suffix + extension)) + suffix + extension;
}

/** The longest prefix, in whole characters, of at most so many bytes. */
function cut(text: string, bytes: number): string {
  let left = bytes;
  let prefix = '';
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    prefix += character;
  }
  return prefix;
}

const extensionOf = (name: string) => /.\.([^.]+)$/.exec(baseNameOf(name))?.[1]?.toLowerCase() ?? '';

/** A file keeps its name with its next version, so the next version must have the same extension. @throws AppError INVALID */
export function assertSameKind(name: string, next: string): void {
  const extension = extensionOf(name);
  if (extension === extensionOf(next)) return;
  const message = `A new version of ${name} must be a .${extension} file too`;
  throw new AppError('INVALID', { message, errors: [{ field: 'file', message }] });
}

/** A file cannot be the directory of another file. @param file its full name */
export function inFileRefused(file: string): AppError {
  const message = `${file} is a file in this folder, so it cannot be a directory`;
  return new AppError('INVALID', { message, errors: [{ field: 'directory', message }] });
}
