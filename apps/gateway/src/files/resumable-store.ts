import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile, type UploadState } from '@tradepost/contracts/storage';
import { ObjectMissing, type ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { CommandSender } from '../http/route-call';
import { detectMimeType, managedFiles, sniffBytes } from './file-type';
import { finishUpload, isIndeterminate, type UploadFinalizer } from './upload-finalizer';
import { checkSealedHead, sealedHeadBytes } from './sealed';

/** Bytes are stored and acknowledged in parts of this size; a broken connection costs at most one part. */
const partBytes = 4 * 1024 * 1024;

/** The commands of an upload in parts, once it has begun. */
export const resumeUpload = [storage.uploadState, storage.commitPart, ...finishUpload] as const;
export type ResumeUpload = (typeof resumeUpload)[number];

/**
 * Uploads of one caller in parts. Each part is an object next to the upload's key. The storage service alone knows the committed
 * parts and the offset, so every gateway can resume an upload that another one began.
 */
export class ResumableStore extends DataStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly finalizer: UploadFinalizer,
    private readonly sender: CommandSender<ResumeUpload>,
    /** Parts that this gateway is storing, by upload: an aborted request may still be storing its last part. */
    private readonly pendingParts: Map<string, Promise<unknown>>,
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
    await this.pendingParts.get(uploadId);
    const state = await this.state(uploadId);
    if (state.offset === state.length && state.length > 0) await this.finish(state);
    return new Upload({ id: uploadId, size: state.length, offset: state.offset });
  }

  /** Also stores what arrived before the connection broke. @returns the new offset */
  override async write(bytes: Readable, uploadId: string, offset: number): Promise<number> {
    const state = await this.state(uploadId);
    const part = new Part();
    let at = offset;
    const flush = async () => {
      if (part.size === 0) return;
      const storing = this.storePart(state, at, part.take());
      const settled = storing.then(ignore, ignore).then(() => this.pendingParts.delete(uploadId));
      this.pendingParts.set(uploadId, settled);
      at = await storing;
    };
    const chunks = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const next = await chunks.next().catch(async (error) => {
        await flush();
        throw error;
      });
      if (next.done) break;
      part.add(next.value);
      if (part.size >= partBytes) await flush();
    }
    await flush();
    return at;
  }

  /** Joins the parts into the object, and computes its hash and CRC, in one pass. Idempotent. */
  async finish(state: UploadState): Promise<UploadedFile> {
    if (state.done) return state.done;
    const { uploadId, objectKey, length, parts, sealed } = state;
    try {
      const mimetype = mimeTypeOf(state, await this.head(parts));
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

  private async storePart(
    state: UploadState,
    offset: number,
    { chunks, size }: { chunks: Buffer[]; size: number },
  ): Promise<number> {
    const { uploadId, length } = state;
    if (offset === 0 && (size >= (state.sealed ? sealedHeadBytes : sniffBytes) || size === length))
      await this.checkType(state, Buffer.concat(chunks).subarray(0, sniffBytes));
    const objectKey = `${state.objectKey}.part-${randomUUID()}`;
    await this.store.put(objectKey, piecesOf(chunks), { size });
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
      mimeTypeOf(state, head);
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
}

const ignore = () => undefined;

/** A retry cannot succeed. */
const permanentErrors: string[] = ['FILE_TYPE', 'SEALED_INVALID', 'VERSION_CONFLICT', 'FILE_ID_TAKEN'];

/** @param head the first bytes of the upload, at most `sniffBytes` @throws AppError FILE_TYPE, SEALED_INVALID */
function mimeTypeOf({ originalName, sealed }: UploadState, head: Buffer): string {
  if (!sealed) return detectMimeType(originalName, head, managedFiles);
  checkSealedHead(head.subarray(0, sealedHeadBytes), sealed);
  return sealed.mimetype;
}

/** The bytes that have arrived since the last part. */
class Part {
  private chunks: Buffer[] = [];
  size = 0;

  add(chunk: Buffer) {
    this.chunks.push(chunk);
    this.size += chunk.length;
  }

  take() {
    const { chunks, size } = this;
    this.chunks = [];
    this.size = 0;
    return { chunks, size };
  }
}

async function* piecesOf(chunks: Buffer[]) {
  yield* chunks;
}
