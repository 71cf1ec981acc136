import { Injectable } from '@nestjs/common';
import type { AnyCommand, In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import { log } from '@tradepost/service-kit/observability/logging';
import { meter } from '@tradepost/service-kit/objects/checksum';
import { ObjectStore, type ObjectSource } from '@tradepost/service-kit/objects/object-store';
import { Scanner } from '@tradepost/service-kit/security/scanner/scanner';
import type { CommandSender } from '../http/route-call';
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

/** An upload, its bytes and the size of all of them if it is known. */
type ToStore<C extends AnyCommand> = [
  upload: OpenUpload,
  source: ObjectSource,
  about: { mimetype: string; size?: number },
  sender: CommandSender<C>,
];

/** Completes every upload: stores its bytes, then commits its hash and size. */
@Injectable()
export class UploadFinalizer {
  constructor(
    private readonly store: ObjectStore,
    private readonly scanner: Scanner,
  ) {}

  async storeManaged(...upload: ToStore<FinishUpload>): Promise<UploadedFile> {
    return this.commit(await this.putManaged(...upload), upload[3]);
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
  async putSealed(...[{ uploadId, objectKey }, source, { mimetype, size }]: ToStore<never>): Promise<Received> {
    const measured = meter(source);
    await this.store.put(objectKey, measured.stream, {
      contentType: sealedMimeType,
      sealed: true,
      ...(size !== undefined && { size }),
    });
    const { size: sealedSize, ...sums } = measured.result();
    return { uploadId, ...sums, size: sealedContent(sealedSize), sealedSize, mimetype, scan: 'none' };
  }

  /** Removes the bytes and returns the quota. If this fails, the upload's lease cleans up. */
  async abort(uploadId: string, sender: CommandSender<typeof storage.abortUpload>): Promise<void> {
    await sender
      .send(storage.abortUpload, { uploadId })
      .catch((error) =>
        log.warn({ err: error, uploadId }, 'could not abort the upload; it is removed when its lease expires'),
      );
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

  private commit(upload: Received, sender: CommandSender<FinishUpload>): Promise<UploadedFile> {
    return retryOnce(() => sender.send(storage.commitUpload, upload));
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
