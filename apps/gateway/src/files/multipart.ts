import { AsyncResource } from 'node:async_hooks';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@tradepost/contracts/errors';
import { formBytesOf, formFieldBytes, formTextBytesOf, type FormLimit } from '@tradepost/contracts/routes/form-limits';
import type { ObjectSource } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { FormMeter } from './form-meter';

const noop = () => undefined;

/** How long the caller of a refused form can read the answer. */
const lingerMs = 2_000;

/** A file of a form that has not been read yet. */
export interface FormFile {
  field: string;
  name: string;
  content: Readable;
  /** In bytes. Known if the request has a `Content-Length` and the first file is the last part. */
  announcedBytes: number | undefined;
  /** It has no more bytes than the request had left when it began; infinite without a `Content-Length`. */
  mostBytes: number;
  /** Resolves when the form has ended, and rejects if the rest is refused. Only in forms for one file: others are not read ahead of a file. */
  wholeForm: Promise<void> | undefined;
}

export interface FormLimits extends FormLimit {
  /** The answer to a form that is larger than its files and fields may be. */
  tooLarge: () => AppError;
  /** Bytes of files that their reader holds in memory. */
  heldFileBytes?: number;
}

/** What is read ahead of a file's reader, in the parser and in the stream that leaves it. */
const bufferedBytes = 256 * 1024;

/** What a form may hold in memory while it is read. */
export const heldBytesOf = ({ heldFileBytes = 0, ...limits }: Pick<FormLimits, 'largeFields' | 'heldFileBytes'> = {}) =>
  formTextBytesOf(limits) + heldFileBytes + 2 * bufferedBytes;

/**
 * Reads a multipart form as it arrives. `onFile` gets each file with the text fields before it, and must read it to its end
 * or throw. Resolves when the form has ended; rejects after a running `onFile` has ended.
 * A reached limit ends it, and nothing more is read.
 * @throws AppError MALFORMED, UNSUPPORTED_MEDIA, INVALID, TOO_LARGE; the error of `onFile`; an Error when the connection breaks
 */
export async function readForm(
  request: FastifyRequest,
  limits: FormLimits,
  onFile: (file: FormFile, fields: Record<string, string>) => Promise<void>,
): Promise<Record<string, string>> {
  const { maxFiles, tooLarge, largeFields = {} } = limits;
  const fields: Record<string, string> = {};
  const { raw } = request;
  const parser = parserFor(raw.headers, maxFiles, Math.max(formFieldBytes, ...Object.values(largeFields)));
  const maxTextBytes = formTextBytesOf(limits);
  const maxBytes = formBytesOf(limits);
  const announced = Number(raw.headers['content-length'] ?? Number.NaN);
  if (announced > maxBytes) throw tooLarge();
  const boundary = boundaryOf(raw.headers);
  const meter = new FormMeter(boundary, { maxFiles, maxTextBytes });
  const left = new Map(Object.entries(largeFields));
  let [read, readBefore, fieldBytesLeft] = [0, 0, formFieldBytes];
  // parser events come from the socket, outside the request's context
  const handleFile = AsyncResource.bind(onFile);
  let current: Readable | undefined;
  /** Files that have begun and that `onFile` has not read to their end. */
  let unread = 0;
  let failed = false;
  let [endForm, breakForm]: [() => void, (error: unknown) => void] = [noop, noop];
  const wholeForm = new Promise<void>((resolve, reject) => ([endForm, breakForm] = [resolve, reject]));
  // not every reader waits for it
  wholeForm.catch(noop);
  await new Promise<void>((resolve, reject) => {
    let work = Promise.resolve();
    const watch = (piece: Buffer) => {
      readBefore = read;
      read += piece.length;
      try {
        if (read > maxBytes) throw tooLarge();
        meter.add(piece);
      } catch (error) {
        fail(error);
      }
    };
    const fail = (error: unknown) => {
      failed = true;
      raw.off('data', watch);
      raw.unpipe(parser);
      current?.destroy(error as Error);
      breakForm(error);
      work.then(
        () => reject(error),
        () => reject(error),
      );
    };
    raw.once('aborted', () =>
      fail(new AppError('MALFORMED', { message: 'The connection broke before the upload was complete' })),
    );
    parser.on('field', (name, value, _nameCut, valueCut) => {
      const bytes = Buffer.byteLength(value);
      const own = left.get(name);
      if (own === undefined) fieldBytesLeft -= bytes;
      else left.set(name, own - bytes);
      if (valueCut || (left.get(name) ?? fieldBytesLeft) < 0)
        fail(new AppError('TOO_LARGE', { message: `The field ${name} is too large` }));
      fields[name] = value;
    });
    parser.on('file', (field, content, name) => {
      current = content;
      content.on('error', noop);
      // the parser still gets the rest of the piece that was refused
      if (failed) return void content.resume();
      const announcedBytes = announcedFile(announced, boundary, meter);
      const mostBytes = Number.isFinite(announced) ? Math.max(0, announced - readBefore) : Infinity;
      const file = {
        field,
        name: name ?? '',
        content,
        announcedBytes,
        mostBytes,
        wholeForm: maxFiles === 1 ? wholeForm : undefined,
      };
      // while another file is read, what follows stays in the socket: parts of many files would fill the memory
      unread += 1;
      if (unread === 2) raw.unpipe(parser);
      work = work.then(async () => {
        await handleFile(file, fields);
        unread -= 1;
        if (unread === 1 && !failed) raw.pipe(parser);
      });
      work.catch(fail);
    });
    parser.once('filesLimit', () => fail(new AppError('INVALID', { message: 'Too many files in one call' })));
    parser.once('fieldsLimit', () => fail(new AppError('INVALID', { message: 'Too many fields in one form' })));
    parser.on('error', (error) => fail(new AppError('MALFORMED', { cause: error })));
    parser.once('finish', () => {
      endForm();
      work.then(resolve, reject);
    });
    raw.on('data', watch);
    raw.pipe(parser);
  });
  return fields;
}

/** The answer to a form without the file that it is for. */
export const noFile = () => {
  const message = 'file is required';
  return new AppError('INVALID', { message, errors: [{ field: 'file', message }] });
};

/** @throws AppError MALFORMED */
function boundaryOf({ 'content-type': type = '' }: FastifyRequest['raw']['headers']): string {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]?.trim();
  if (!boundary) throw new AppError('MALFORMED');
  return boundary;
}

/** The size of a file that is the last part: what was announced, less the bytes before and after it. */
const announcedFile = (announced: number, boundary: string, { contentStart }: FormMeter): number | undefined =>
  Number.isFinite(announced) && contentStart !== undefined
    ? Math.max(0, announced - contentStart - `\r\n--${boundary}--\r\n`.length)
    : undefined;

function parserFor(headers: FastifyRequest['raw']['headers'], maxFiles: number, maxBytesOfField: number) {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new AppError('UNSUPPORTED_MEDIA');
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { files: maxFiles, fieldSize: maxBytesOfField, fields: 32 },
      fileHwm: bufferedBytes,
    });
  } catch (error) {
    throw new AppError('MALFORMED', { cause: error });
  }
}

/**
 * Sends the answer to a refused form, then closes the connection. Node would close it at once, and closing over unread bytes
 * sends a reset that can overtake the answer; so our half is closed first, and the socket `lingerMs` later.
 */
export function closeAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return;
  void reply.header('connection', 'close');
  const { socket } = request.raw;
  request.raw.pause();
  // Node drops a call that was answered: its end would not be reported, and the bytes that were read would stay in memory
  socket.once('close', () => request.raw.destroy());
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** Bytes of an upload are never parsed; a parsed body can no longer be read as a stream. */
export const isParsed = ({ body }: FastifyRequest): boolean => body !== undefined && body !== null;

export interface Peeked {
  head: Buffer;
  /** In bytes; known if the file ended within its head. */
  size: number | undefined;
  /** The whole file; throws once it exceeds `maxBytes`. */
  source: (maxBytes: number, tooLarge: () => Error) => ObjectSource;
}

/**
 * Reads the first bytes of a file; `source` repeats them before the rest.
 * @param wholeForm `source` ends when it resolves, so that nothing is stored of a form that is refused
 */
export async function peek(content: Readable, bytes: number, wholeForm?: Promise<void>): Promise<Peeked> {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const buffered: Buffer[] = [];
  let length = 0;
  let ended = false;
  while (length < bytes && !ended) {
    const { value, done } = await pieces.next();
    ended = done === true;
    if (done) break;
    buffered.push(value);
    length += value.length;
  }
  async function* source(maxBytes: number, tooLarge: () => Error) {
    let passed = 0;
    const checked = (piece: Buffer) => {
      passed += piece.length;
      if (passed > maxBytes) throw tooLarge();
      return piece;
    };
    for (const piece of buffered.splice(0)) yield checked(piece);
    for (;;) {
      const { value, done } = await pieces.next();
      if (done) return wholeForm;
      yield checked(value);
    }
  }
  return { head: Buffer.concat(buffered).subarray(0, bytes), size: ended ? length : undefined, source };
}
