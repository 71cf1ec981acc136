import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import { log } from '@tradepost/service-kit/logging';
import { meter } from '@tradepost/service-kit/object-store/checksum';
import { ObjectStore, type ObjectSource } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Scanner } from '@tradepost/service-kit/scanner/scanner';
import { refuseInfected } from './refuse-infected';
import { sealedContent, sealedType } from './sealed';

export interface Open {
  uploadId: string;
  objectKey: string;
}

/** The end of every upload: its bytes into the store, its hash and size into the workspace. */
@Injectable()
export class KeptFile {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
    private readonly scanner: Scanner,
  ) {}

  async keep(
    { uploadId, objectKey }: Open,
    source: ObjectSource,
    { mimetype, size }: { mimetype: string; size?: number },
    actor: UserActor,
  ): Promise<UploadedFile> {
    const measured = meter(this.scanner.watch(source));
    // a request of known length waits open for its last bytes, and stores do not wait as long as a scanner may take
    const known = size !== undefined && this.scanner.verdict === 'none' && { size };
    await this.store
      .put(objectKey, measured.stream, { contentType: mimetype, ...known })
      .catch((error) => this.refuse(uploadId, error, actor));
    return this.commit({ uploadId, ...measured.result(), mimetype, scan: this.scanner.verdict }, actor);
  }

  /** A sealed file: there is nothing in it that a scanner could see. @throws AppError SEALED_INVALID */
  async keepSealed(
    { uploadId, objectKey }: Open,
    source: ObjectSource,
    { mimetype, size }: { mimetype: string; size?: number },
    actor: UserActor,
  ): Promise<UploadedFile> {
    const measured = meter(source);
    await this.store.put(objectKey, measured.stream, {
      contentType: sealedType,
      sealed: true,
      ...(size !== undefined && { size }),
    });
    const { size: sealedSize, ...sums } = measured.result();
    return this.commit(
      { uploadId, ...sums, size: sealedContent(sealedSize), sealedSize, mimetype, scan: 'none' },
      actor,
    );
  }

  /** Gives bytes and quota back. */
  async drop(uploadId: string, actor: UserActor): Promise<void> {
    await this.rpc
      .call(storage.abortUpload, { uploadId }, actor)
      .catch((error) => log.warn({ err: error, uploadId }, 'left to the lease of the upload'));
  }

  /** Bytes and quota go back, and the log learns what was found. @throws AppError MALWARE, or whatever else it was */
  private refuse(uploadId: string, error: unknown, actor: UserActor): Promise<never> {
    return refuseInfected(error, { uploadId }, (signature) =>
      askedTwice(() => this.rpc.call(storage.refuseUpload, { uploadId, signature }, actor)),
    );
  }

  private commit(upload: In<typeof storage.commitUpload>, actor: UserActor): Promise<UploadedFile> {
    return askedTwice(() => this.rpc.call(storage.commitUpload, upload, actor));
  }
}

/** What was not answered is asked once more; for what may be repeated. */
const askedTwice = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error) => {
    if (isUndecided(error)) return ask();
    throw error;
  });

/** Whether the service may have done what it was asked for. */
export const isUndecided = (error: unknown) =>
  error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
