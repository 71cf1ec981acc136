import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import {
  directPartMark,
  type CopiedRange,
  storage,
  type UploadedFile,
  type UploadState,
} from '@tradepost/contracts/storage';
import { ObjectMissing, ObjectStore } from '@tradepost/service-kit/objects/object-store';
import type { CommandSender } from '../../http/route-call';
import { detectMimeType, sniffBytes } from '../file-type';
import { UploadFinalizer } from '../upload-finalizer';
import { UploadRules } from '../upload-rules';
import { asAnnounced, PartDamaged, type AnnouncedPart } from './announced-part';
import { sealedTypeOf } from './sealed-type';
import { joinInStore, StoreJoiner, type PartsInStore } from './store-joiner';
import { withCopies } from './with-copies';

/** The commands that join the parts of an upload. */
export const joinUpload = [storage.uploadState, ...joinInStore] as const;
type JoinUpload = (typeof joinUpload)[number];

/** A retry cannot succeed. */
const permanentErrors: string[] = ['FILE_TYPE', 'SEALED_INVALID', 'VERSION_CONFLICT', 'FILE_ID_TAKEN'];

/** Ranges of one object that are joined with the parts, in order. */
interface Copies {
  objectKey: string;
  ranges: readonly CopiedRange[];
}

/** What the gateway joins. `partsSha256` identifies it, with the ranges; absent for a resumable upload. */
interface ToJoin {
  parts: readonly AnnouncedPart[];
  partsSha256?: string;
  copies?: Copies | null;
}

export interface RunningJoin {
  file: Promise<UploadedFile>;
  /** Of the parts and ranges that are joined; absent for those of a resumable upload, which come in their order. */
  identity: string | undefined;
}

/** Names exactly what is joined. */
export const identityOf = (partsSha256: string, ranges: readonly CopiedRange[]): string =>
  JSON.stringify([partsSha256, ...ranges.map(({ at, from, length }) => [at, from, length])]);

/** @throws AppError PARTS_DIFFER when other parts are being joined */
export const fileOf = async ({ file, identity }: RunningJoin, wanted: string | undefined): Promise<UploadedFile> => {
  if (identity !== wanted) throw new AppError('PARTS_DIFFER');
  return file;
};

/** Joins stored parts into one object, and computes its hash and CRC, in one pass. */
@Injectable()
export class UploadJoiner {
  /** By upload; each takes as long as reading the file. */
  private readonly running = new Map<string, RunningJoin>();

  constructor(
    private readonly store: ObjectStore,
    private readonly finalizer: UploadFinalizer,
    private readonly rules: UploadRules,
    private readonly inStore: StoreJoiner,
  ) {}

  runningJoin(uploadId: string): RunningJoin | undefined {
    return this.running.get(uploadId);
  }

  /**
   * Idempotent; a second call waits for the first. @param joined the parts in their order @param admit runs the join, unless another one runs
   * @throws AppError PARTS_DIFFER when other parts are being joined
   */
  join(
    state: UploadState,
    joined: ToJoin | PartsInStore,
    sender: CommandSender<JoinUpload>,
    admit: (join: () => Promise<UploadedFile>) => Promise<UploadedFile> = (join) => join(),
  ): Promise<UploadedFile> {
    const { uploadId, done } = state;
    if (done) return Promise.resolve(done);
    const running = this.running.get(uploadId);
    const { partsSha256 } = joined;
    const ranges = ('copies' in joined && joined.copies?.ranges) || [];
    const identity = partsSha256 === undefined ? undefined : identityOf(partsSha256, ranges);
    if (running) return fileOf(running, identity);
    const file = admit(() => this.storeJoined(state, joined, sender)).finally(() => this.running.delete(uploadId));
    this.running.set(uploadId, { file, identity });
    return file;
  }

  /** Aborts an upload of a wrong type at its first bytes. @param head at most `sniffBytes` @throws AppError FILE_TYPE, SEALED_INVALID */
  async checkHead(state: UploadState, head: Buffer, sender: CommandSender<typeof storage.abortUpload>): Promise<void> {
    const fault = this.faultOf(state, head);
    if (fault) await this.abort(state, fault, sender);
  }

  /** What is wrong with the first bytes of an upload; null for the right type. @param head at most `sniffBytes` */
  faultOf(state: UploadState, head: Buffer): AppError | null {
    try {
      this.mimeTypeOf(state, head);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** @throws AppError the fault */
  async abort(
    { uploadId }: UploadState,
    fault: AppError,
    sender: CommandSender<typeof storage.abortUpload>,
  ): Promise<never> {
    await this.finalizer.abort(uploadId, sender);
    throw fault;
  }

  private async storeJoined(
    state: UploadState,
    joined: ToJoin | PartsInStore,
    sender: CommandSender<JoinUpload>,
  ): Promise<UploadedFile> {
    const { uploadId } = state;
    try {
      if ('multipartId' in joined) return await this.inStore.join(state, joined, sender);
      return await this.joinHere(state, joined, sender);
    } catch (error) {
      if (error instanceof AppError && permanentErrors.includes(error.code))
        await this.finalizer.abort(uploadId, sender);
      if (error instanceof PartDamaged) {
        const { number, objectKey: damaged } = error;
        await sender.send(storage.dropPart, { uploadId, number, objectKey: damaged });
        throw new AppError('PARTS_DIFFER', { cause: error });
      }
      if (!(error instanceof ObjectMissing)) throw error;
      // another request completed the upload and removed the parts
      const { done } = await sender.send(storage.uploadState, { uploadId });
      if (!done) throw new AppError('UPLOAD_GONE', { cause: error });
      return done;
    }
  }

  private async joinHere(
    state: UploadState,
    { parts, copies = null }: ToJoin,
    sender: CommandSender<JoinUpload>,
  ): Promise<UploadedFile> {
    const { uploadId, objectKey, length, copiedBytes = 0, sealed } = state;
    const mimetype = this.mimeTypeOf(state, await this.head(parts));
    const about = { mimetype, size: length + copiedBytes, contentSize: sealed?.contentSize ?? null };
    const bytes = withCopies(this.joined(parts), copies?.ranges ?? [], (range) => this.copied(copies, range));
    const upload = [{ uploadId, objectKey }, bytes, about, sender] as const;
    return sealed ? this.finalizer.storeSealed(...upload) : this.finalizer.storeManaged(...upload);
  }

  private async head(parts: readonly AnnouncedPart[]): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of this.joined(parts)) {
      pieces.push(piece);
      length += piece.length;
      if (length >= sniffBytes) break;
    }
    return Buffer.concat(pieces).subarray(0, sniffBytes);
  }

  private async *joined(parts: readonly AnnouncedPart[]): AsyncGenerator<Buffer> {
    for (const part of parts) {
      const bytes = (await this.store.get(part.objectKey)) as AsyncIterable<Buffer>;
      yield* part.objectKey.includes(directPartMark) ? asAnnounced(bytes, part) : bytes;
    }
  }

  private async *copied(copies: Copies | null, { from, length }: CopiedRange): AsyncGenerator<Buffer> {
    if (copies) yield* await this.store.get(copies.objectKey, { start: from, end: from + length - 1 });
  }

  private mimeTypeOf({ originalName, sealed }: UploadState, head: Buffer): string {
    return sealed ? sealedTypeOf(sealed, head) : detectMimeType(originalName, head, this.rules.formats);
  }
}
