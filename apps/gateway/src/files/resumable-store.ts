import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { storage, type UploadedFile, type UploadState } from '@tradepost/contracts/storage';
import { partBytesOf } from '@tradepost/contracts/values/upload-sizes';
import type { ObjectSource, ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { CommandSender } from '../http/route-call';
import { sniffBytes } from './file-type';
import { joinUpload, type UploadJoiner } from './parts/upload-joiner';
import { sealedHeadBytes } from './sealed';
import { isIndeterminate } from './upload-finalizer';

/** What is held in memory. Uploads that need larger parts are streamed into the store. */
const heldBytes = 4 * 1024 * 1024;

/** The commands of an upload in parts, once it has begun. */
export const resumeUpload = [storage.commitPart, ...joinUpload] as const;
export type ResumeUpload = (typeof resumeUpload)[number];

/** Parts that are being stored, by upload: an aborted request may still be storing its last part. */
export type PartsBeingStored = Map<string, Promise<unknown>>;

/**
 * Uploads of one caller in parts. Each part is an object next to the upload's key. The storage service alone knows the committed
 * parts and the offset, so every gateway can resume an upload that another one began.
 */
export class ResumableStore extends DataStore {
  constructor(
    private readonly store: ObjectStore,
    private readonly joiner: UploadJoiner,
    private readonly sender: CommandSender<ResumeUpload>,
    private readonly parts: PartsBeingStored,
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
    await this.parts.get(uploadId);
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
      const settled = storing.then(ignore, ignore).then(() => this.parts.delete(uploadId));
      this.parts.set(uploadId, settled);
      at = await storing;
    } while (!received.hasEnded);
    if (received.failure) throw received.failure;
    return at;
  }

  /** Idempotent; a second call waits for the first. */
  finish(state: UploadState): Promise<UploadedFile> {
    return this.joiner.join(state, { parts: state.parts }, this.sender);
  }

  state(uploadId: string): Promise<UploadState> {
    return this.sender.send(storage.uploadState, { uploadId });
  }

  private async storePart(state: UploadState, offset: number, part: ReceivedPart): Promise<number> {
    const { uploadId, length } = state;
    const { held, heldSize } = part;
    if (offset === 0 && (heldSize >= (state.sealed ? sealedHeadBytes : sniffBytes) || heldSize === length))
      await this.joiner.checkHead(state, Buffer.concat(held).subarray(0, sniffBytes), this.sender);
    const objectKey = `${state.objectKey}.part-${randomUUID()}`;
    const { size } = await this.store.put(objectKey, part.bytes(), part.isWhole ? { size: heldSize } : {});
    try {
      return (await this.sender.send(storage.commitPart, { uploadId, objectKey, offset, size })).offset;
    } catch (error) {
      if (!isIndeterminate(error)) await this.store.remove(objectKey);
      throw error;
    }
  }
}

const ignore = () => undefined;

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
