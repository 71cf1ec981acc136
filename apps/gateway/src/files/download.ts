import { Readable } from 'node:stream';
import { AppError } from '@tradepost/contracts/errors';
import type { StoredFile } from '@tradepost/contracts/storage';
import { baseNameOf } from '@tradepost/contracts/values/file-paths';
import type { ByteRange, ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFresh } from '../http/list-tags';
import { sealedMimeType } from './sealed';

/** Raster images and PDF: a browser can show them, and they cannot run scripts in our origin. */
export const isInlineType = (contentType: string) => /^(image\/(png|jpeg|gif)|application\/pdf)$/.test(contentType);

export interface Sendable {
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Without quotes. */
  etag: string;
  /** Shown in the browser instead of saved; only for `isInlineType`. */
  inline?: boolean;
}

/** Opens all bytes, or those of the range. */
export type OpenBytes = (range?: ByteRange) => Promise<Readable> | Readable;

const sandboxHeaders = {
  'cache-control': 'private, no-cache',
  'content-security-policy':
    "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
};

/** A sealed file is sent sealed; the receiver's key opens it. */
export const sendable = ({
  objectKey,
  name,
  mimetype,
  size,
  sha256,
  sealed,
}: StoredFile): Sendable & { objectKey: string } =>
  sealed
    ? { objectKey, name: `${name}.sdx`, contentType: sealedMimeType, size: sealed.sealedSize, etag: sha256 }
    : { objectKey, name, contentType: mimetype, size, etag: sha256 };

/** Sends a small text as a download. */
export const sendText = (text: string, name: string, contentType: string, reply: FastifyReply): FastifyReply =>
  reply
    .headers({ ...sandboxHeaders, 'content-disposition': disposition(name, false), 'content-type': contentType })
    .send(text);

/** Streams an object of the store; see `sendBytes`. */
export const sendObject = (
  store: ObjectStore,
  { objectKey, ...description }: Sendable & { objectKey: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => sendBytes((range) => store.get(objectKey, range), description, request, reply);

/** Streams with `Range` and `ETag` (RFC 9110), sandboxed, so that the content cannot run in our origin. */
export async function sendBytes(
  open: OpenBytes,
  { name, contentType, size, etag, inline = false }: Sendable,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tag = `"${etag}"`;
  void reply.headers({ ...sandboxHeaders, etag: tag });
  if (isFresh(headers, etag)) return reply.status(304).send();
  void reply.headers({
    'accept-ranges': 'bytes',
    'content-disposition': disposition(name, inline),
    'content-type': contentType,
  });
  const range = requestedRange(headers, { size, etag }, reply);
  // HEAD sends the headers of GET and opens nothing
  const body = method === 'HEAD' ? Readable.from([]) : await open(range);
  if (range) void reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  void reply.header('content-length', range ? range.end - range.start + 1 : size);
  return reply.send(body);
}

/** The range that is sent; undefined for everything. @throws AppError RANGE */
export const requestedRange = (
  headers: FastifyRequest['headers'],
  { size, etag }: Pick<Sendable, 'size' | 'etag'>,
  reply: Pick<FastifyReply, 'header'>,
): ByteRange | undefined =>
  headers['if-range'] && headers['if-range'] !== `"${etag}"` ? undefined : rangeOf(headers.range, size, reply);

/** The requested range; undefined (everything) for several ranges or other units. @throws AppError RANGE */
function rangeOf(header: string | undefined, size: number, reply: Pick<FastifyReply, 'header'>): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return undefined;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  if (match[1] && match[2] && Number(match[2]) < start) return undefined;
  if (start < size && (match[1] || Number(match[2]) > 0)) return { start, end };
  void reply.header('content-range', `bytes */${size}`);
  throw new AppError('RANGE');
}

/** RFC 6266, with the whole name encoded by RFC 8187, but without its directory: browsers save into one folder. */
function disposition(fullName: string, inline: boolean): string {
  const name = baseNameOf(fullName);
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
