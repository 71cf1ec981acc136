import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { fileDefaults, storage, storageEvents } from '@tradepost/contracts/storage';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { FilesRepository } from './files.repository';
import { FoldersRepository } from './folders.repository';
import { toFileView } from './views';
import { FileRow } from './workspace.entity';
import { cleanName, companyOf, leaseMs } from './workspace.policy';

const committed = (file: FileRow) => ({ file: toFileView(file), totalvalue: toFileView(file).totalAmount });

/** Reserve, then commit or abort: bytes arrive between, and a row stands before them. */
@Injectable()
export class UploadsHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly repository: FilesRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(storage.beginUpload)
  beginUpload(input: In<typeof storage.beginUpload>, actor: UserActor) {
    const company = companyOf(actor);
    const { folderId, expectedBytes } = input;
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.lock(tx, company.companyId, folderId);
      if (!(await this.repository.reserve(tx, { ...company, ownerId: actor.userId }, expectedBytes))) throw new AppError('QUOTA_EXCEEDED');
      const id = uuidv7();
      const objectKey = `${company.companyId}/${folder.id}/${id}`;
      const now = new Date();
      const price = String(input.price ?? fileDefaults.price);
      const numberOfRecords = input.numberOfRecords ?? fileDefaults.numberOfRecords;
      await tx
        .createQueryBuilder()
        .insert()
        .into(FileRow)
        .values({
          id,
          companyId: company.companyId,
          folderId: folder.id,
          name: await this.repository.freeName(tx, folder.id, cleanName(input.name || input.fileName)),
          objectKey,
          state: 'uploading',
          leaseUntil: new Date(now.getTime() + leaseMs),
          size: expectedBytes,
          category: input.category || fileDefaults.category,
          currency: input.currency || fileDefaults.currency,
          price,
          numberOfRecords,
          // decimal arithmetic is PostgreSQL's: no cent is lost to floating point
          totalAmount: input.totalAmount === undefined ? () => 'round(:price::numeric * :records::numeric, 2)' : String(input.totalAmount),
          createdAt: now,
          updatedAt: now,
        })
        .setParameters({ price, records: numberOfRecords })
        .execute();
      return { uploadId: id, objectKey };
    });
  }

  /** Repeating the commit of an upload answers the same file again. */
  @Handle(storage.commitUpload)
  commitUpload({ uploadId, size, sha256, crc32, mimetype }: In<typeof storage.commitUpload>, actor: UserActor) {
    const company = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const file = await this.repository.lockUpload(tx, company.companyId, uploadId);
      if (!file || file.deletedAt) throw new AppError('UPLOAD_GONE');
      if (file.state === 'ready') return committed(file);
      const folder = await this.folders.lock(tx, company.companyId, file.folderId, 'pessimistic_read').catch(() => {
        throw new AppError('UPLOAD_GONE');
      });
      const ready = { state: 'ready' as const, leaseUntil: null, size, sha256, crc32, mimetype, updatedAt: new Date() };
      await tx.update(FileRow, uploadId, ready);
      await this.repository.adjust(tx, company.companyId, size - file.size);
      await this.outbox.event(
        tx,
        storageEvents.fileUploaded,
        { ...company, folderId: folder.id, folderName: folder.name, fileId: uploadId, name: file.name, size, sha256 },
        actor,
      );
      return committed({ ...file, ...ready });
    });
  }

  @Handle(storage.abortUpload)
  abortUpload({ uploadId }: In<typeof storage.abortUpload>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const file = await this.repository.lockUpload(tx, companyId, uploadId);
      if (file?.state === 'uploading') {
        await tx.delete(FileRow, uploadId);
        await this.repository.adjust(tx, companyId, -file.size);
      }
      return { ok: true as const };
    });
  }
}
