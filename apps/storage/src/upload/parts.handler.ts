import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { partsPage, storage } from '@tradepost/contracts/storage';
import { numberedPartBytes, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { removeObjects } from '../bin/objects';
import { PartsRepository } from './parts.repository';
import type { UploadRow } from './upload.entity';
import { assertUnderWay, bytesOf, resumableLeaseMs } from './upload.policy';
import { UploadsRepository } from './uploads.repository';

/** Parts that arrive in any order, several at once. Each has a number, which determines its place and its size. */
@Controller()
export class PartsHandler {
  constructor(
    private readonly db: Db,
    private readonly uploads: UploadsRepository,
    private readonly repository: PartsRepository,
    private readonly store: ObjectStore,
  ) {}

  @Handle(storage.uploadParts)
  uploadParts(
    { uploadId, from }: In<typeof storage.uploadParts>,
    actor: UserActor,
  ): Promise<Out<typeof storage.uploadParts>> {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const upload = await this.uploads.find(tx, companyId, uploadId);
      if (!upload) throw new AppError('NOT_FOUND');
      const parts = await this.repository.page(tx, uploadId, from);
      const length = bytesOf(upload);
      return {
        length,
        partBytes: numberedPartBytes(length),
        parts: parts.map(({ number, size, sha256 }) => ({ number, size, sha256 })),
        next: parts.length === partsPage ? (parts.at(-1)?.number ?? 0) + 1 : null,
        expiresAt: upload.leaseUntil?.toISOString() ?? null,
      };
    });
  }

  /** The part is already in the store. The object that it replaces is removed after the commit. */
  @Handle(storage.putPart)
  async putPart(
    { uploadId, number, objectKey, size, sha256 }: In<typeof storage.putPart>,
    actor: UserActor,
  ): Promise<Out<typeof storage.putPart>> {
    const unused = await this.db.transaction(async (tx) => {
      const upload = await this.underWay(tx, uploadId, actor, 'lock');
      const span = spanOfPart(bytesOf(upload), number);
      if (!span || span.end - span.start !== size) throw new AppError('PART_INVALID');
      if (!objectKey.startsWith(`${upload.objectKey}.`)) throw new AppError('INVALID');
      const leaseUntil = new Date(Date.now() + resumableLeaseMs);
      return this.repository.put(tx, uploadId, { number, objectKey, size, sha256 }, leaseUntil);
    });
    await removeObjects(this.store, unused ? [unused] : []);
    return { number, size, sha256 };
  }

  @Handle(storage.commitParts)
  commitParts(
    { uploadId, from }: In<typeof storage.commitParts>,
    actor: UserActor,
  ): Promise<Out<typeof storage.commitParts>> {
    return this.db.transaction(async (tx) => {
      await this.underWay(tx, uploadId, actor, 'find');
      const parts = await this.repository.page(tx, uploadId, from);
      return { parts: parts.map(({ number, objectKey, size, sha256 }) => ({ number, objectKey, size, sha256 })) };
    });
  }

  /** @throws AppError UPLOAD_GONE */
  private async underWay(tx: Tx, uploadId: string, actor: UserActor, how: 'find' | 'lock'): Promise<UploadRow> {
    const upload = await this.uploads[how](tx, companyOf(actor).companyId, uploadId);
    if (!upload) throw new AppError('UPLOAD_GONE');
    assertUnderWay(upload, new Date());
    return upload;
  }
}
