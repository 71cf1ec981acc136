import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';

const dayMs = 24 * 3_600_000;

export const leaseMs = 15 * 60_000;
/** How long an upload in parts may be interrupted. */
export const resumableLeaseMs = dayMs;
/** A client that sends next to nothing at a time is cut off here. */
export const partLimit = 1000;
export const binMs = 30 * dayMs;
/** How long a repeated upload is told apart from a new one. */
export const repeatMs = dayMs;
/** Bytes without a row are garbage after this long; until then their upload may be under way. */
export const garbageMs = dayMs;

const forbidden = /[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const longestBytes = 255;
const longestExtension = 20;

/** A name as it is kept: NFC, without separators, `..`, control or direction characters, never empty, at most 255 bytes; the extension stays. */
export function cleanName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(forbidden, '')
    .replace(/\.{2,}/g, '.')
    .trim();
  return name === '' || name === '.' ? 'file' : fitted(name, '');
}

/** `a.csv`, then `a (2).csv`, and so on. */
export const numbered = (name: string, n: number): string => (n === 1 ? name : fitted(name, ` (${n})`));

function fitted(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= longestExtension ? name.slice(dot) : '';
  const stem = extension ? name.slice(0, dot) : name;
  return cut(stem, longestBytes - Buffer.byteLength(suffix + extension)) + suffix + extension;
}

/** The longest beginning, in whole characters, that takes at most so many bytes. */
function cut(text: string, bytes: number): string {
  let left = bytes;
  let kept = '';
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

const extensionOf = (name: string) => /.\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** A file keeps its name with its next version, so this must be of the same kind. @throws AppError INVALID */
export function checkSameKind(name: string, next: string): void {
  const extension = extensionOf(name);
  if (extension === extensionOf(next)) return;
  const message = `A new version of ${name} must be a .${extension} file too`;
  throw new AppError('INVALID', { message, errors: [{ field: 'file', message }] });
}

/** A sealed file cannot be read by those who have no access: only rows of it that its sender sends beside it. */
export const noSample = () => {
  const message = 'An end-to-end encrypted file cannot be a sample as a whole';
  return new AppError('INVALID', { message, errors: [{ field: 'sample', message }] });
};

/** @throws AppError COMPANY_MISSING */
export function companyOf({ companyId, companyName }: Pick<UserActor, 'companyId' | 'companyName'>): {
  companyId: string;
  companyName: string;
} {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return { companyId, companyName: companyName ?? '' };
}
