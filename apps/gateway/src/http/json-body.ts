import { AppError } from '@tradepost/contracts/errors';
import { apiBase, routes, type Route } from '@tradepost/contracts/routes';
import { jsonBytesOf, usualJsonBytes } from '@tradepost/contracts/routes/json-bytes';
import type { FastifyInstance } from 'fastify';

const maxDepth = 32;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const [quote, backslash] = ['"', '\\'].map((char) => char.charCodeAt(0)) as [number, number];
/** What each byte adds to the depth outside of a text. A table, because every byte of every body is looked up. */
const steps = new Int8Array(256);
for (const char of '{[') steps[char.charCodeAt(0)] = 1;
for (const char of '}]') steps[char.charCodeAt(0)] = -1;

/** Of routes that need more than the usual bytes, by method and path. */
const limits = new Map(
  Object.values<Route>(routes)
    .filter((route) => jsonBytesOf(route) > usualJsonBytes)
    .map((route) => [`${route.method} ${apiBase}${route.path}`, jsonBytesOf(route)]),
);

/** Lets these routes read more than `usualJsonBytes`, the limit of the server: parsing occupies the process, for 20 ms a MB. */
export function limitJson(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const bytes = limits.get(`${String(route.method)} ${route.url}`);
    if (bytes !== undefined) route.bodyLimit = bytes;
  });
}

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
    else if ((depth += steps[byte]!) > maxDepth) return true;
  }
  return false;
}
