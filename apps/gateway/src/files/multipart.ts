import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '@tradepost/contracts/errors';
import type { ObjectSource } from '@tradepost/service-kit/object-store/object-store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

/** One file of a form, not yet read. */
export interface FormFile {
  field: string;
  name: string;
  contentType: string;
  content: Readable;
}

export interface FormLimits {
  maxFiles: number;
  /** Bytes of one text field. */
  maxFieldBytes?: number;
}

/**
 * Reads a multipart form as it arrives: `onFile` gets each file with the text fields that came before it, and must read
 * it to its end or throw. Resolves when the form has ended.
 * @throws AppError MALFORMED, UNSUPPORTED_MEDIA, whatever `onFile` threw, or an Error when the connection breaks
 */
export async function readForm(request: FastifyRequest, { maxFiles, maxFieldBytes = 64 * 1024 }: FormLimits, onFile: (file: FormFile, fields: Record<string, string>) => Promise<void>): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  const { raw } = request;
  const parser = parserFor(raw.headers, maxFiles, maxFieldBytes);
  let current: Readable | undefined;
  await new Promise<void>((resolve, reject) => {
    let work = Promise.resolve();
    const fail = (error: unknown) => {
      raw.unpipe(parser);
      current?.destroy(error as Error);
      reject(error);
    };
    const cut = () => fail(new AppError('MALFORMED', { message: 'The connection broke before the upload was complete' }));
    raw.once('aborted', cut);
    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) fail(new AppError('TOO_LARGE', { message: `The field ${name} is too large` }));
      fields[name] = value;
    });
    parser.on('file', (field, content, name, _encoding, contentType) => {
      current = content;
      content.on('error', () => undefined);
      work = work.then(() => onFile({ field, name, contentType, content }, fields));
      work.catch(fail);
    });
    parser.once('filesLimit', () => fail(new AppError('INVALID', { message: 'Too many files in one call' })));
    parser.once('error', (error) => fail(new AppError('MALFORMED', { cause: error })));
    parser.once('finish', () => work.then(resolve, reject));
    raw.pipe(parser);
  });
  return fields;
}

function parserFor(headers: FastifyRequest['raw']['headers'], maxFiles: number, maxFieldBytes: number) {
  if (!headers['content-type']?.startsWith('multipart/form-data')) throw new AppError('UNSUPPORTED_MEDIA');
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: { files: maxFiles, fieldSize: maxFieldBytes, fields: 50, parts: 100 }, fileHwm: 1024 * 1024 });
  } catch (error) {
    throw new AppError('MALFORMED', { cause: error });
  }
}

/** A refused form is not read to its end: the answer goes out, then the connection. */
export function closeAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return;
  void reply.header('connection', 'close');
  request.raw.pause();
  reply.raw.once('finish', () => setTimeout(() => request.raw.destroy(), 1_000).unref());
}

/** The first bytes of a file and the whole of it, no more than `maxBytes` long. */
export async function peek(content: Readable, bytes: number, { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error }): Promise<{ head: Buffer; source: ObjectSource }> {
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const held: Buffer[] = [];
  let size = 0;
  while (size < bytes) {
    const { value, done } = await pieces.next();
    if (done) break;
    held.push(value);
    size += value.length;
  }
  async function* source() {
    let passed = 0;
    const checked = (piece: Buffer) => {
      passed += piece.length;
      if (passed > maxBytes) throw tooLarge();
      return piece;
    };
    for (const piece of held.splice(0)) yield checked(piece);
    for (;;) {
      const { value, done } = await pieces.next();
      if (done) return;
      yield checked(value);
    }
  }
  return { head: Buffer.concat(held).subarray(0, bytes), source: source() };
}
