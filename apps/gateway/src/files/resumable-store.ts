import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile, type UploadState } from '@tradepost/contracts/storage';
import { ObjectMissing, type ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import type { Rpc } from '@tradepost/service-kit/rpc';
import { managedFiles, provenType, sniffBytes } from './file-type';
import { isUndecided, type KeptFile } from './kept-file';
import { checkSealedHead, sealedHeadBytes } from './sealed';

/** What a broken connection can cost: bytes are kept, and acknowledged, in pieces of this size. */
const partBytes = 4 * 1024 * 1024;

/**
 * Uploads of one caller in parts. Each part is an object beside the upload's own key; which of them count, and how far
 * the upload has come, stands with the storage service alone, so any gateway may go on where another was killed.
 */
export class ResumableStore extends DataStore {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
    private readonly kept: KeptFile,
    private readonly actor: UserActor,
    /** Parts on their way to the store through this gateway, by upload: a call that broke off may still be keeping its last. */
    private readonly underWay: Map<string, Promise<unknown>>,
  ) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async remove(uploadId: string): Promise<void> {
    await this.state(uploadId);
    await this.rpc.call(storage.abortUpload, { uploadId }, this.actor);
  }

  /** All bytes being here does not make a file: a client that asks how far it got must not take one for the other. */
  override async getUpload(uploadId: string): Promise<Upload> {
    await this.underWay.get(uploadId);
    const state = await this.state(uploadId);
    if (state.offset === state.length && state.length > 0) await this.finish(state);
    return new Upload({ id: uploadId, size: state.length, offset: state.offset });
  }

  /** @returns how far the upload has come. What arrived before a connection broke is kept too. */
  override async write(bytes: Readable, uploadId: string, offset: number): Promise<number> {
    const state = await this.state(uploadId);
    const part = new Part();
    let at = offset;
    const flush = async () => {
      if (part.size === 0) return;
      const keeping = this.keepPart(state, at, part.take());
      const over = keeping.then(noted, noted).then(() => this.underWay.delete(uploadId));
      this.underWay.set(uploadId, over);
      at = await keeping;
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

  /** One pass over the parts makes the object, its hash and its CRC; repeating it answers the same file. */
  async finish(state: UploadState): Promise<UploadedFile> {
    if (state.done) return state.done;
    const { uploadId, objectKey, length, parts, sealed } = state;
    try {
      const mimetype = typeOf(state, await this.head(parts));
      const about = [{ uploadId, objectKey }, this.joined(parts), { mimetype, size: length }, this.actor] as const;
      return await (sealed ? this.kept.keepSealed(...about) : this.kept.keep(...about));
    } catch (error) {
      if (error instanceof AppError && hopeless.includes(error.code)) await this.kept.drop(uploadId, this.actor);
      if (!(error instanceof ObjectMissing)) throw error;
      // another call was quicker, and has cleared the parts away
      const { done } = await this.state(uploadId);
      if (!done) throw new AppError('UPLOAD_GONE', { cause: error });
      return done;
    }
  }

  state(uploadId: string): Promise<UploadState> {
    return this.rpc.call(storage.uploadState, { uploadId }, this.actor);
  }

  private async keepPart(
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
      return (await this.rpc.call(storage.keepPart, { uploadId, objectKey, offset, size }, this.actor)).offset;
    } catch (error) {
      if (!isUndecided(error)) await this.store.remove(objectKey);
      throw error;
    }
  }

  /** What can never become a file is given up with its first bytes. */
  private async checkType(state: UploadState, head: Buffer): Promise<void> {
    try {
      typeOf(state, head);
    } catch (error) {
      await this.kept.drop(state.uploadId, this.actor);
      throw error;
    }
  }

  private async head(parts: UploadState['parts']): Promise<Buffer> {
    const held: Buffer[] = [];
    let length = 0;
    for await (const piece of this.joined(parts)) {
      held.push(piece);
      length += piece.length;
      if (length >= sniffBytes) break;
    }
    return Buffer.concat(held).subarray(0, sniffBytes);
  }

  private async *joined(parts: UploadState['parts']): AsyncGenerator<Buffer> {
    for (const { objectKey } of parts) yield* (await this.store.get(objectKey)) as AsyncIterable<Buffer>;
  }
}

const noted = () => undefined;

/** What another try does not help. */
const hopeless: string[] = ['FILE_TYPE', 'SEALED_INVALID', 'VERSION_CONFLICT', 'FILE_ID_TAKEN'];

/** @param head the first bytes of the upload, at most `sniffBytes` @throws AppError FILE_TYPE, SEALED_INVALID */
function typeOf({ originalName, sealed }: UploadState, head: Buffer): string {
  if (!sealed) return provenType(originalName, head, managedFiles);
  checkSealedHead(head.subarray(0, sealedHeadBytes), sealed);
  return sealed.mimetype;
}

/** What has arrived since the last part. */
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
