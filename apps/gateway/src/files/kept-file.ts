import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storage, type UploadedFile } from '@tradepost/contracts/storage';
import { log } from '@tradepost/service-kit/logging';
import { meter } from '@tradepost/service-kit/object-store/checksum';
import { ObjectStore, type ObjectSource } from '@tradepost/service-kit/object-store/object-store';
import { Rpc } from '@tradepost/service-kit/rpc';

interface Open {
  uploadId: string;
  objectKey: string;
}

/** The end of every upload: its bytes into the store, its hash and size into the workspace. */
@Injectable()
export class KeptFile {
  constructor(
    private readonly rpc: Rpc,
    private readonly store: ObjectStore,
  ) {}

  async keep({ uploadId, objectKey }: Open, source: ObjectSource, { mimetype, size }: { mimetype: string; size?: number }, actor: UserActor): Promise<UploadedFile> {
    const measured = meter(source);
    await this.store.put(objectKey, measured.stream, { contentType: mimetype, ...(size !== undefined && { size }) });
    return this.commit({ uploadId, ...measured.result(), mimetype }, actor);
  }

  /** Gives bytes and quota back. */
  async drop(uploadId: string, actor: UserActor): Promise<void> {
    await this.rpc.call(storage.abortUpload, { uploadId }, actor).catch((error) => log.warn({ err: error, uploadId }, 'left to the lease of the upload'));
  }

  /** An unanswered commit is asked once more: repeating it answers the same file. */
  private commit(upload: In<typeof storage.commitUpload>, actor: UserActor): Promise<UploadedFile> {
    const ask = () => this.rpc.call(storage.commitUpload, upload, actor);
    return ask().catch((error) => {
      if (isUndecided(error)) return ask();
      throw error;
    });
  }
}

/** Whether the service may have done what it was asked for. */
export const isUndecided = (error: unknown) => error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
