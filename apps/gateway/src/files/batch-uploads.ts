import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type BatchResult, type OpenedUpload } from '@tradepost/contracts/storage';
import { maxBatchBytes } from '@tradepost/contracts/values/upload-sizes';
import { sealedSize } from '@tradepost/sealing/file/format';
import { log } from '@tradepost/service-kit/observability/logging';
import { objectStoreFull } from '@tradepost/service-kit/observability/metrics';
import { ObjectStoreFull, type ObjectSource } from '@tradepost/service-kit/objects/object-store';
import { Semaphore } from '@tradepost/service-kit/runtime/semaphore';
import { jsonOf } from '../http/json-body';
import { appErrorOf } from '../http/problem.filter';
import type { CommandSender } from '../http/route-call';
import { checkDeclaredType, detectMimeType, sniffBytes, type AcceptedFormats } from './file-type';
import { noFile, peek, type FormFile, type Peeked } from './multipart';
import { checkSealedHead, sealedHeadBytes } from './sealed';
import { isIndeterminate, retryOnce, UploadFinalizer, type OpenUpload, type Received } from './upload-finalizer';
import { UploadRules } from './upload-rules';

/** Larger files are streamed into the store one by one. */
const wholeBytes = 1024 * 1024;
/** Files are opened, stored and committed together until they have so many bytes. */
export const groupBytes = 8 * wholeBytes;
/** Objects that one call writes at once. */
const writesAtOnce = 16;

/** The commands that complete or abort uploads of a batch, in addition to those of its route. */
export const finishBatch = [storage.abortUpload, storage.rejectInfectedUpload] as const;
type BatchSender = CommandSender<
  typeof storage.beginUploads | typeof storage.commitUploads | (typeof finishBatch)[number]
>;

type Terms = Record<string, unknown>;

/** A file that has come, or that comes while it is stored. */
interface Entry {
  /** In the call. */
  position: number;
  name: string;
  terms: Terms;
  mimetype: string;
  /** In bytes, or as many as may come. */
  expectedBytes: number;
  bytes: ObjectSource;
}

const invalid = (field: string, message: string) => new AppError('INVALID', { message, errors: [{ field, message }] });

@Injectable()
export class BatchUploads {
  constructor(
    private readonly finalizer: UploadFinalizer,
    private readonly rules: UploadRules,
  ) {}

  begin(folderId: string, requestId: string, sender: BatchSender): Batch {
    return new Batch(this.finalizer, this.rules, folderId, requestId, sender);
  }
}

/** The files of one call. If a file fails, its result is the error, and the others continue. */
export class Batch {
  private readonly results: BatchResult[] = [];
  private readonly writes = new Semaphore(writesAtOnce);
  private terms: unknown[] | undefined;
  private group: Entry[] = [];
  private held = 0;

  constructor(
    private readonly finalizer: UploadFinalizer,
    private readonly rules: UploadRules,
    private readonly folderId: string,
    private readonly requestId: string,
    private readonly sender: BatchSender,
  ) {}

  /** @throws AppError for an error of the whole call */
  async add(file: FormFile, fields: Record<string, string>): Promise<void> {
    if (file.field !== 'file') throw invalid(file.field, 'Files must be sent as file');
    this.terms ??= termsIn(fields);
    const position = this.results.length;
    this.results.push({ name: file.name, status: 500 });
    const peeked = await peek(file.content, wholeBytes + 1);
    const isWhole = peeked.size !== undefined;
    const entry = this.entryOf(position, file.name, peeked);
    if (entry && isWhole) this.hold({ ...entry, expectedBytes: peeked.head.length, bytes: wholeOf(peeked.head) });
    if (entry && !isWhole) {
      await this.store();
      const isSealed = !!entry.terms.enc;
      const most = Math.min(this.rules.maxFormBytes(false), maxBatchBytes);
      const content = Math.min(most, Math.max(file.mostBytes, peeked.head.length));
      const expectedBytes = isSealed ? sealedSize(content) : content;
      const bytes = peeked.source(this.rules.maxFormBytes(isSealed), this.rules.formTooLarge);
      await this.storeGroup([{ ...entry, expectedBytes, bytes }]);
    }
    // a refused file is read to its end, for those behind it
    if (!isWhole) for await (const _ of peeked.source(Infinity, this.rules.formTooLarge));
    if (this.held >= groupBytes) await this.store();
  }

  /** @returns the results in the order of the files @throws AppError INVALID without a file, or for an error of the whole call */
  async end(): Promise<BatchResult[]> {
    if (this.results.length === 0) throw noFile();
    await this.store();
    return this.results;
  }

  /** @returns undefined for a file that is refused for its terms or its first bytes */
  private entryOf(
    position: number,
    name: string,
    { head, size = 0 }: Peeked,
  ): Omit<Entry, 'expectedBytes' | 'bytes'> | undefined {
    try {
      const entry = { position, name, ...checked(name, this.terms?.[position], head, this.rules.formats) };
      if (size > this.rules.maxBytes(entry.terms.enc ? 'whole' : 'managed')) throw this.rules.tooLarge();
      return entry;
    } catch (error) {
      this.fail(position, error);
      return undefined;
    }
  }

  private hold(entry: Entry) {
    this.group.push(entry);
    this.held += entry.expectedBytes;
  }

  /** Stores what is held. */
  private async store(): Promise<void> {
    const { group } = this;
    this.group = [];
    this.held = 0;
    if (group.length > 0) await this.storeGroup(group);
  }

  private async storeGroup(group: Entry[]): Promise<void> {
    const { uploads } = await this.sender.send(storage.beginUploads, {
      folderId: this.folderId,
      terms: group.map(({ terms }) => terms),
      files: group.map(({ name, expectedBytes, position }) => ({ fileName: name, expectedBytes, position })),
    });
    const stored = await Promise.all(
      group.map((entry, at) => this.writes.run(() => this.put(entry, uploads[at] as OpenedUpload))),
    );
    await this.commit(stored.flatMap((one) => one ?? []));
  }

  /** @returns undefined for a file that needs no commit: its result is known */
  private async put(entry: Entry, opened: OpenedUpload): Promise<{ position: number; received: Received } | undefined> {
    const { position, terms, mimetype, bytes } = entry;
    if ('error' in opened) {
      const { code, ...options } = opened.error;
      this.fail(position, new AppError(code, options));
      return undefined;
    }
    if (opened.done) {
      this.settle(position, { status: 201, file: opened.done.file });
      return undefined;
    }
    const upload: OpenUpload = opened;
    try {
      const received = await (terms.enc
        ? this.finalizer.putSealed(upload, bytes, { mimetype }, this.sender)
        : this.finalizer.putManaged(upload, bytes, { mimetype }, this.sender));
      return { position, received };
    } catch (error) {
      await this.finalizer.abort(upload.uploadId, this.sender);
      this.fail(position, error);
      return undefined;
    }
  }

  private async commit(stored: { position: number; received: Received }[]): Promise<void> {
    if (stored.length === 0) return;
    const abort = (uploads: typeof stored) =>
      Promise.all(uploads.map(({ received }) => this.finalizer.abort(received.uploadId, this.sender)));
    const uploads = stored.map(({ received }) => received);
    const { results } = await retryOnce(() => this.sender.send(storage.commitUploads, { uploads })).catch(
      async (error: unknown) => {
        // otherwise the uploads may be committed: their leases decide
        if (!isIndeterminate(error)) await abort(stored);
        throw error;
      },
    );
    for (const [at, { position }] of stored.entries()) this.settle(position, results[at] as BatchResult);
    await abort(stored.filter((_, at) => results[at]?.error));
  }

  private settle(position: number, result: Omit<BatchResult, 'name'>) {
    this.results[position] = { ...result, name: (this.results[position] as BatchResult).name };
  }

  private fail(position: number, thrown: unknown) {
    const error = appErrorOf(thrown);
    if (thrown instanceof ObjectStoreFull) objectStoreFull.inc();
    if (error.code === 'INTERNAL')
      log.error({ err: error.cause ?? error, requestId: this.requestId }, 'a file of a batch failed');
    const { code, status, message, errors } = error;
    const { requestId } = this;
    this.settle(position, { status, error: { code, message, requestId, ...(errors && { errors }) } });
  }
}

/** @throws AppError INVALID */
function termsIn({ terms = '' }: Record<string, string>): unknown[] {
  try {
    const given = jsonOf(Buffer.from(terms));
    if (Array.isArray(given)) return given;
  } catch {
    // like any other text that is not a list, or is nested too deeply
  }
  throw invalid('terms', 'terms must be a JSON array, sent before the files');
}

/** @throws AppError INVALID, FILE_TYPE, SEALED_INVALID */
function checked(
  name: string,
  given: unknown,
  head: Buffer,
  formats: AcceptedFormats,
): { terms: Terms; mimetype: string } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid('terms', 'terms must have an object for each file');
  const terms = given as Terms;
  if (!terms.enc) return { terms, mimetype: detectMimeType(name, head.subarray(0, sniffBytes), formats) };
  const mimetype = typeof terms.mimetype === 'string' ? terms.mimetype : '';
  if (mimetype) checkDeclaredType(name, mimetype, formats);
  const { fileId } = terms;
  checkSealedHead(head.subarray(0, sealedHeadBytes), { fileId: typeof fileId === 'string' ? fileId : '', version: 1 });
  return { terms, mimetype };
}

async function* wholeOf(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}
