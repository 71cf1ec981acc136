import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile, type UploadState } from '@tradepost/contracts/storage';
import { partBytesOf } from '@tradepost/contracts/values/upload-sizes';
import { ObjectMissing, type ObjectSource, type ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { CommandSender } from '../http/route-call';
import { detectMimeType, sniffBytes, type AcceptedFormats } from './file-type';
import { finishUpload, isIndeterminate, type UploadFinalizer } from './upload-finalizer';
import { checkSealedHead, sealedHeadBytes } from './sealed';

/** What is held in memory. Uploads that need larger parts are streamed into the store. */
const heldBytes = 4 * 1024 * 1024;

/** The commands of an upload in parts, once it has begun. */
export const resumeUpload = [storage.uploadState, storage.commitPart, ...finishUpload] as const;
export type ResumeUpload = (typeof resumeUpload)[number];

/** What this gateway does for uploads, by upload, beyond the request that began it. */
export interface UploadWork {
  /** Parts that are being stored: an aborted request may still be storing its last part. */
  parts: Map<string, Promise<unknown>>;
  /** Running joins of all parts; each takes as long as reading the file. */
  completions: Map<string, Promise<UploadedFile>>;
}

/**
 * Uploads of one caller in parts. Each part is an object next to the upload's key. The storage service alone knows the committed
 * parts and the offset, so every gateway can resume an upload that another one began.
 */
export class ResumableStore extends DataStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly finalizer: UploadFinalizer,
    private readonly formats: AcceptedFormats,
    private readonly sender: CommandSender<ResumeUpload>,
    private readonly work: UploadWork,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async remove(uploadId: string): Promise<void> {
    await this.state(uploadId);
    await this.sender.send(storage.abortUpload, { uploadId });
  }

  /** Completes an upload that has all its bytes: a client that reads the full offset expects that the file exists. */
  override async getUpload(uploadId: string): Promise<Upload> {
    await this.work.parts.get(uploadId);
    const state = await this.state(uploadId);
    if (state.offset === state.length && state.length > 0) await this.finish(state);
    return new Upload({ id: uploadId, size: state.length, offset: state.offset });
  }

  /** Also stores what arrived before the connection broke. @returns the new offset */
  override async write(bytes: Readable, uploadId: string, offset: number): Promise<number> {
    const state = await this.state(uploadId);
    const received = new ReceivedBytes(bytes);
    const partBytes = partBytesOf(state.length, heldBytes);
    let at = offset;
    do {
      const part = await received.next(partBytes);
      if (part.heldSize === 0) break;
      const storing = this.storePart(state, at, part);
      const settled = storing.then(ignore, ignore).then(() => this.work.parts.delete(uploadId));
      this.work.parts.set(uploadId, settled);
      at = await storing;
    } while (!received.hasEnded);
    if (received.failure) throw received.failure;
    return at;
  }

  /** Joins the parts into the object, and computes its hash and CRC, in one pass. Idempotent; a second call waits for the first. */
  finish(state: UploadState): Promise<UploadedFile> {
    const { uploadId, done } = state;
    if (done) return Promise.resolve(done);
    const running = this.work.completions.get(uploadId);
    if (running) return running;
    const completion = this.join(state).finally(() => this.work.completions.delete(uploadId));
    this.work.completions.set(uploadId, completion);
    return completion;
  }

  private async join(state: UploadState): Promise<UploadedFile> {
    const { uploadId, objectKey, length, parts, sealed } = state;
    try {
      const mimetype = this.mimeTypeOf(state, await this.head(parts));
      const upload = [{ uploadId, objectKey }, this.joined(parts), { mimetype, size: length }, this.sender] as const;
      return await (sealed ? this.finalizer.storeSealed(...upload) : this.finalizer.storeManaged(...upload));
    } catch (error) {
      if (error instanceof AppError && permanentErrors.includes(error.code))
        await this.finalizer.abort(uploadId, this.sender);
      if (!(error instanceof ObjectMissing)) throw error;
      // another request completed the upload and removed the parts
      const { done } = await this.state(uploadId);
      if (!done) throw new AppError('UPLOAD_GONE', { cause: error });
      return done;
    }
  }

  state(uploadId: string): Promise<UploadState> {
    return this.sender.send(storage.uploadState, { uploadId });
  }

  private async storePart(state: UploadState, offset: number, part: ReceivedPart): Promise<number> {
    const { uploadId, length } = state;
    const { held, heldSize } = part;
    if (offset === 0 && (heldSize >= (state.sealed ? sealedHeadBytes : sniffBytes) || heldSize === length))
      await this.checkType(state, Buffer.concat(held).subarray(0, sniffBytes));
    const objectKey = `${state.objectKey}.part-${randomUUID()}`;
    const { size } = await this.store.put(objectKey, part.bytes(), part.isWhole ? { size: heldSize } : {});
    try {
      return (await this.sender.send(storage.commitPart, { uploadId, objectKey, offset, size })).offset;
    } catch (error) {
      if (!isIndeterminate(error)) await this.store.remove(objectKey);
      throw error;
    }
  }

  /** Aborts an upload of a wrong type at its first bytes. */
  private async checkType(state: UploadState, head: Buffer): Promise<void> {
    try {
      this.mimeTypeOf(state, head);
    } catch (error) {
      await this.finalizer.abort(state.uploadId, this.sender);
      throw error;
    }
  }

  private async head(parts: UploadState['parts']): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of this.joined(parts)) {
      pieces.push(piece);
      length += piece.length;
      if (length >= sniffBytes) break;
    }
    return Buffer.concat(pieces).subarray(0, sniffBytes);
  }

  private async *joined(parts: UploadState['parts']): AsyncGenerator<Buffer> {
    for (const { objectKey } of parts) yield* (await this.store.get(objectKey)) as AsyncIterable<Buffer>;
  }

  /** @param head the first bytes of the upload, at most `sniffBytes` @throws AppError FILE_TYPE, SEALED_INVALID */
  private mimeTypeOf({ originalName, sealed }: UploadState, head: Buffer): string {
    if (!sealed) return detectMimeType(originalName, head, this.formats);
    checkSealedHead(head.subarray(0, sealedHeadBytes), sealed);
    return sealed.mimetype;
  }
}

const ignore = () => undefined;

/** A retry cannot succeed. */
const permanentErrors: string[] = ['FILE_TYPE', 'SEALED_INVALID', 'VERSION_CONFLICT', 'FILE_ID_TAKEN'];

/** Bytes for one object: the first of them, which are in memory, then the others as they arrive. */
interface ReceivedPart {
  held: Buffer[];
  heldSize: number;
  /** There are no others. */
  isWhole: boolean;
  bytes: () => ObjectSource;
}

/** The bytes of a request, cut into parts. A broken connection ends the last one; `failure` is its error. */
class ReceivedBytes {
  hasEnded = false;
  failure: unknown;
  private readonly chunks: AsyncIterator<Buffer>;
  /** What was read beyond the last part. */
  private rest: Buffer | undefined;

  constructor(bytes: Readable) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** Must be called when the part before was read to its end. @returns an empty part when nothing more has arrived */
  async next(most: number): Promise<ReceivedPart> {
    const held: Buffer[] = [];
    let size = 0;
    const limit = Math.min(most, heldBytes);
    while (size < limit) {
      const chunk = await this.read(limit - size);
      if (!chunk) break;
      held.push(chunk);
      size += chunk.length;
    }
    const read = (bytes: number) => this.read(bytes);
    async function* bytes() {
      yield* held;
      for (let at = size; at < most;) {
        const chunk = await read(most - at);
        if (!chunk) return;
        at += chunk.length;
        yield chunk;
      }
    }
    return { held, heldSize: size, isWhole: this.hasEnded || size >= most, bytes };
  }

  /** @returns undefined at the end */
  private async read(most: number): Promise<Buffer | undefined> {
    const chunk = this.rest ?? (await this.nextChunk());
    if (!chunk) return undefined;
    this.rest = chunk.length > most ? chunk.subarray(most) : undefined;
    return chunk.subarray(0, most);
  }

  private async nextChunk(): Promise<Buffer | undefined> {
    if (this.hasEnded) return undefined;
    try {
      const { value, done } = await this.chunks.next();
      if (!done) return value;
    } catch (error) {
      this.failure = error;
    }
    this.hasEnded = true;
    return undefined;
  }
}
