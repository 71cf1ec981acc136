import { Injectable } from '@nestjs/common';
import type { AnyCommand, In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import { objectKeyOf } from '@tradepost/contracts/values/object-keys';
import { isNotServed } from '@tradepost/service-kit/messaging/rpc';
import { log } from '@tradepost/service-kit/observability/logging';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { ObjectStore, type ObjectSource } from '@tradepost/service-kit/objects/object-store';
import { minute } from '@tradepost/service-kit/runtime/durations';
import { Scanner } from '@tradepost/service-kit/security/scanner/scanner';
import type { CommandSender } from '../http/route-call';
import { v7 as uuidv7 } from 'uuid';
import { rejectInfected } from './reject-infected';
import { sealedContent, sealedMimeType } from './sealed';

/** The commands that complete or abort an upload. */
export const finishUpload = [storage.commitUpload, storage.abortUpload, storage.rejectInfectedUpload] as const;
type FinishUpload = (typeof finishUpload)[number];

export interface OpenUpload {
  uploadId: string;
  objectKey: string;
}

/** What storage learns of bytes that are stored. */
export type Received = In<typeof storage.commitUpload>;

/** What storage learns of the bytes of a file that it adds. */
export type AddedBytes = Omit<Received, 'sealedSize'>;

/** An upload, its bytes, and what is known of them: the size of all, and of the content of a file that is sealed in segments. */
type ToStore<C extends AnyCommand> = [
  upload: OpenUpload,
  source: ObjectSource,
  about: { mimetype: string; size?: number; contentSize?: number | null },
  sender: CommandSender<C>,
];

/** Completes every upload: stores its bytes, then commits its hash and size. */
@Injectable()
export class UploadFinalizer {
  private storageAnswers = true;
  /** Monotonic, in milliseconds: until then, storage is taken for an earlier version, which has no `addFile`. */
  private reservesUntil = 0;

  constructor(
    private readonly store: ObjectStore,
    private readonly scanner: Scanner,
  ) {}

  async storeManaged(...upload: ToStore<FinishUpload>): Promise<UploadedFile> {
    return this.commit(await this.putManaged(...upload), upload[3]);
  }

  /**
   * False with a scanner: what it finds is recorded with the row of an upload. Also false while storage does not answer: each attempt would leave bytes, which nobody
   * counts. And false for a minute after storage did not have the command, because each attempt would write its bytes twice.
   */
  get addsAtOnce(): boolean {
    return this.storageAnswers && this.scanner.verdict === 'none' && performance.now() >= this.reservesUntil;
  }

  /**
   * Stores the bytes of a small file, then adds it. Bytes of one that is refused are removed; what a crash leaves, the garbage collector finds.
   * @param reserve uploads the bytes in two steps, for storage of an earlier version, which cannot add them in one
   */
  async addManaged(
    place: { companyId: string; folderId: string },
    source: ObjectSource,
    mimetype: string,
    add: (bytes: AddedBytes) => Promise<UploadedFile>,
    reserve: (size: number, bytes: ObjectSource) => Promise<UploadedFile>,
  ): Promise<UploadedFile> {
    const uploadId = uuidv7();
    const objectKey = objectKeyOf({ ...place, upload: uploadId });
    const measured = meter(source);
    await this.store.put(objectKey, measured.stream, { contentType: mimetype });
    let mayBeAdded = false;
    const attempt = () =>
      add({ uploadId, ...measured.result(), mimetype, scan: 'none' }).catch((error) => {
        mayBeAdded ||= isIndeterminate(error) && !isNotServed(error);
        throw error;
      });
    try {
      const answer = await this.answered(attempt);
      // of a call that was answered before
      if (answer.file.id !== uploadId) await this.remove(objectKey);
      return answer;
    } catch (error) {
      // a second attempt may be refused after the first was carried out
      if (mayBeAdded) throw error;
      try {
        if (!isNotServed(error)) throw error;
        this.reservesUntil = performance.now() + minute;
        return await reserve(measured.result().size, this.read(objectKey));
      } finally {
        await this.remove(objectKey);
      }
    }
  }

  /** @throws AppError SEALED_INVALID */
  async storeSealed(...upload: ToStore<FinishUpload>): Promise<UploadedFile> {
    return this.commit(await this.putSealed(...upload), upload[3]);
  }

  /** Stores the bytes without a commit. @returns what the commit says of them @throws AppError MALWARE; errors of the store and the scanner */
  async putManaged(
    ...[{ uploadId, objectKey }, source, { mimetype, size }, sender]: ToStore<typeof storage.rejectInfectedUpload>
  ): Promise<Received> {
    const measured = meter(this.scanner.watch(source));
    // stores time out on a request of known length sooner than a scanner may need for its verdict
    const knownSize = size !== undefined && this.scanner.verdict === 'none' && { size };
    await this.store
      .put(objectKey, measured.stream, { contentType: mimetype, ...knownSize })
      .catch((error) => this.reject(uploadId, error, sender));
    return { uploadId, ...measured.result(), mimetype, scan: this.scanner.verdict };
  }

  /** As `putManaged`. Sealed files are not scanned: a scanner cannot read them. @throws AppError SEALED_INVALID */
  async putSealed(
    ...[{ uploadId, objectKey }, source, { mimetype, size, contentSize }]: ToStore<never>
  ): Promise<Received> {
    const measured = meter(source);
    await this.store.put(objectKey, measured.stream, {
      contentType: sealedMimeType,
      sealed: true,
      ...(size !== undefined && { size }),
    });
    const { size: sealedSize, ...sums } = measured.result();
    const content = contentSize ?? sealedContent(sealedSize);
    return { uploadId, ...sums, size: content, sealedSize, mimetype, scan: 'none' };
  }

  /** Removes the bytes and returns the quota. If this fails, the upload's lease cleans up. */
  async abort(uploadId: string, sender: CommandSender<typeof storage.abortUpload>): Promise<void> {
    await sender
      .send(storage.abortUpload, { uploadId })
      .catch((error) =>
        log.warn({ err: error, uploadId }, 'could not abort the upload; it is removed when its lease expires'),
      );
  }

  /** Opens the object only when it is read: an upload that is refused reads nothing. */
  private async *read(objectKey: string): ObjectSource {
    yield* await this.store.get(objectKey);
  }

  private async remove(objectKey: string): Promise<void> {
    await this.store
      .remove(objectKey)
      .catch((error) => log.warn({ err: error, objectKey }, 'could not remove an object that nothing names'));
  }

  /** Reports malware to storage, which removes the bytes and returns the quota. @throws AppError MALWARE, or `error` */
  private reject(
    uploadId: string,
    error: unknown,
    sender: CommandSender<typeof storage.rejectInfectedUpload>,
  ): Promise<never> {
    return rejectInfected(error, { uploadId }, (signature) =>
      retryOnce(() => sender.send(storage.rejectInfectedUpload, { uploadId, signature })),
    );
  }

  /** Of bytes that are stored. Idempotent. @throws AppError */
  commit(upload: Received, sender: CommandSender<FinishUpload>): Promise<UploadedFile> {
    return this.answered(() => sender.send(storage.commitUpload, upload));
  }

  private async answered<T>(send: () => Promise<T>): Promise<T> {
    try {
      const answer = await retryOnce(send);
      this.storageAnswers = true;
      return answer;
    } catch (error) {
      this.storageAnswers = !isIndeterminate(error);
      throw error;
    }
  }
}

/** Only for idempotent commands. */
export const retryOnce = <T>(send: () => Promise<T>): Promise<T> =>
  send().catch((error) => {
    if (isIndeterminate(error)) return send();
    throw error;
  });

/** Whether the service may have done the work although it reported no success. */
export const isIndeterminate = (error: unknown) =>
  error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
