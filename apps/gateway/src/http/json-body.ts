import { AppError } from '@tradepost/contracts/errors';

const maxDepth = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const [quote, backslash] = ['"', '\\'].map((char) => char.charCodeAt(0));
const opening = new Set([...'{['].map((char) => char.charCodeAt(0)));
const closing = new Set([...'}]'].map((char) => char.charCodeAt(0)));

/** @throws AppError MALFORMED when it is not a JSON object in UTF-8, or nested deeper than `maxDepth` */
export function jsonBody(bytes: Buffer): object {
  try {
    const value = bytes.length === 0 ? {} : jsonOf(bytes);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('not a JSON object');
    return value;
  } catch (error) {
    throw new AppError('MALFORMED', { cause: error });
  }
}

/** JSON in UTF-8 from a caller: a body, or a field of a form. @throws Error also when it is nested deeper than `maxDepth` */
export function jsonOf(bytes: Buffer): unknown {
  if (isTooDeep(bytes)) throw new TypeError(`nested deeper than ${maxDepth}`);
  return JSON.parse(utf8.decode(bytes));
}

/** Looked at before parsing, which would build every level. */
function isTooDeep(bytes: Buffer): boolean {
  let [depth, inText] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === quote) inText = !inText;
    else if (inText) at += byte === backslash ? 1 : 0;
    else if (opening.has(byte) && (depth += 1) > maxDepth) return true;
    else if (closing.has(byte)) depth -= 1;
  }
  return false;
}
