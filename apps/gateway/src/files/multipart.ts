import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@tradepost/contracts/errors';
import type { ObjectSource } from '@tradepost/service-kit/objects/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** How long the caller of a refused form can read the answer. */
const lingerMs = 2_000;

/** A file of a form that has not been read yet. */
export interface FormFile {
  field: string;
  name: string;
  content: Readable;
  /** In bytes. Known if the request has a `Content-Length` and the first file is the last part. */
  announcedBytes: number | undefined;
}

export interface FormLimits {
  maxFiles: number;
  /** Limit of one text field, in bytes. */
  maxFieldBytes?: number;
}

/**
 * Reads a multipart form as it arrives. `onFile` gets each file with the text fields before it, and must read it to its end
 * or throw. Resolves when the form has ended; rejects after a running `onFile` has ended.
 * @throws AppError MALFORMED, UNSUPPORTED_MEDIA; the error of `onFile`; an Error when the connection breaks
 */
export async function readForm(
  request: FastifyRequest,
  { maxFiles, maxFieldBytes = 64 * 1024 }: FormLimits,
  onFile: (file: FormFile, fields: Record<string, string>) => Promise<void>,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const { raw } = request;
  const parser = parserFor(raw.headers, maxFiles, maxFieldBytes);
  const announced = announcement(raw);
  // parser events come from the socket, outside the request's context
  const handleFile = AsyncResource.bind(onFile);
  let current: Readable | undefined;
  await new Promise<void>((resolve, reject) => {
    let work = Promise.resolve();
    const fail = (error: unknown) => {
      raw.unpipe(parser);
      current?.destroy(error as Error);
      work.then(
        () => reject(error),
        () => reject(error),
      );
    };
    raw.once('aborted', () =>
      fail(new AppError('MALFORMED', { message: 'The connection broke before the upload was complete' })),
    );
    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) fail(new AppError('TOO_LARGE', { message: `The field ${name} is too large` }));
      fields[name] = value;
    });
    parser.on('file', (field, content, name) => {
      current = content;
      content.on('error', () => undefined);
      const file = { field, name: name ?? '', content, announcedBytes: announced.ofFile() };
      work = work.then(() => handleFile(file, fields));
      work.catch(fail);
    });
    parser.once('filesLimit', () => fail(new AppError('INVALID', { message: 'Too many files in one call' })));
    parser.on('error', (error) => fail(new AppError('MALFORMED', { cause: error })));
    parser.once('finish', () => work.then(resolve, reject));
    raw.pipe(parser);
  });
  return fields;
}

/** The size of the form's file: `Content-Length` less the bytes before and after the file. */
function announcement(raw: IncomingMessage) {
  const boundary = /boundary="?([^";]+)"?/i.exec(raw.headers['content-type'] ?? '')?.[1];
  const total = Number(raw.headers['content-length'] ?? Number.NaN);
  if (!boundary || !Number.isFinite(total)) return { ofFile: () => undefined };
  const head: Buffer[] = [];
  const remember = (piece: Buffer) => void head.push(piece);
  raw.on('data', remember);
  return {
    /** Call it while the file's headers are the last bytes that have been read. */
    ofFile(): number | undefined {
      raw.off('data', remember);
      const seen = Buffer.concat(head.splice(0));
      const headers = seen.lastIndexOf(`--${boundary}\r\n`);
      const content = seen.indexOf('\r\n\r\n', headers);
      return headers < 0 || content < 0
        ? undefined
        : Math.max(0, total - (content + 4) - `\r\n--${boundary}--\r\n`.length);
    },
  };
}

function parserFor(headers: FastifyRequest['raw']['headers'], maxFiles: number, maxFieldBytes: number) {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new AppError('UNSUPPORTED_MEDIA');
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { files: maxFiles, fieldSize: maxFieldBytes, fields: 50, parts: 100 },
      fileHwm: 256 * 1024,
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
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

export interface Peeked {
  head: Buffer;
  /** In bytes; known if the file ended within its head. */
  size: number | undefined;
  /** The whole file; throws once it exceeds `maxBytes`. */
  source: (maxBytes: number, tooLarge: () => Error) => ObjectSource;
}

/** Reads the first bytes of a file; `source` repeats them before the rest. */
export async function peek(content: Readable, bytes: number): Promise<Peeked> {
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
      if (done) return;
      yield checked(value);
    }
  }
  return { head: Buffer.concat(buffered).subarray(0, bytes), size: ended ? length : undefined, source };
}
