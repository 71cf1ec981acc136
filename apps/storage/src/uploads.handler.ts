import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { fileDefaults, storage, storageEvents, type UploadedFile } from '@tradepost/contracts/storage';
import { takeIdempotency } from '@tradepost/service-kit/context';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { FilesRepository } from './files.repository';
import { FoldersRepository } from './folders.repository';
import { removeObjects } from './objects';
import { toFileView } from './views';
import { FileRow } from './workspace.entity';
import { cleanName, companyOf, leaseMs } from './workspace.policy';

const committed = (row: FileRow): UploadedFile => {
  const file = toFileView(row);
  return { file, totalvalue: file.totalAmount };
};

/** Reserve, then commit or abort: bytes arrive between, and a row stands before them. */
@Injectable()
export class UploadsHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly repository: FilesRepository,
    private readonly store: ObjectStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * A repeat is told apart here and not by its kept answer, which would name an upload that is over: it gets the file if
   * there is one by now, and otherwise takes the place of the upload that broke off.
   */
  @Handle(storage.beginUpload)
  beginUpload(input: In<typeof storage.beginUpload>, actor: UserActor): Promise<Out<typeof storage.beginUpload>> {
    const company = companyOf(actor);
    const { companyId } = company;
    const repeat = takeIdempotency();
    const uploadKey = repeat ? `${actor.userId} ${repeat.key}` : null;
    return this.db.transaction(async (tx) => {
      const earlier = uploadKey && (await this.repository.ofKey(tx, companyId, uploadKey));
      if (earlier && earlier.state === 'ready') return { uploadId: earlier.id, objectKey: earlier.objectKey, done: committed(earlier) };

      const folder = await this.folders.lock(tx, companyId, input.folderId);
      if (uploadKey) await this.repository.takeOver(tx, companyId, uploadKey);
      if (!(await this.repository.reserve(tx, { ...company, ownerId: actor.userId }, input.expectedBytes))) throw new AppError('QUOTA_EXCEEDED');
      const id = uuidv7();
      const objectKey = `${companyId}/${folder.id}/${id}`;
      const now = new Date();
      await this.repository.insertUpload(tx, {
        id,
        companyId,
        folderId: folder.id,
        name: await this.repository.freeName(tx, folder.id, cleanName(input.name || input.fileName)),
        objectKey,
        uploadKey,
        state: 'uploading',
        leaseUntil: new Date(now.getTime() + leaseMs),
        size: input.expectedBytes,
        category: input.category || fileDefaults.category,
        currency: input.currency || fileDefaults.currency,
        price: String(input.price ?? fileDefaults.price),
        numberOfRecords: input.numberOfRecords ?? fileDefaults.numberOfRecords,
        totalAmount: input.totalAmount?.toString(),
        createdAt: now,
        updatedAt: now,
      });
      return { uploadId: id, objectKey };
    });
  }

  /** Repeating the commit of an upload answers the same file again. */
  @Handle(storage.commitUpload)
  commitUpload({ uploadId, size, sha256, crc32, mimetype }: In<typeof storage.commitUpload>, actor: UserActor) {
    const company = companyOf(actor);
    const { companyId } = company;
    return this.db.transaction(async (tx) => {
      const folder = await this.folders.ofUpload(tx, companyId, uploadId);
      const file = folder && (await this.repository.lockUpload(tx, companyId, uploadId));
      if (!file || file.deletedAt) throw new AppError('UPLOAD_GONE');
      if (file.state === 'ready') return committed(file);
      const now = new Date();
      if (!file.leaseUntil || file.leaseUntil <= now) throw new AppError('UPLOAD_GONE');
      if (size < file.size) await this.repository.giveBack(tx, companyId, file.size - size);
      if (size > file.size && !(await this.repository.take(tx, companyId, size - file.size))) throw new AppError('QUOTA_EXCEEDED');
      const ready = { state: 'ready' as const, leaseUntil: null, size, sha256, crc32, mimetype, updatedAt: now };
      await tx.update(FileRow, uploadId, ready);
      const about = { folderId: folder.id, folderName: folder.name, fileId: uploadId, name: file.name, size, sha256 };
      await this.outbox.event(tx, storageEvents.fileUploaded, { ...company, ...about }, actor);
      return committed({ ...file, ...ready });
    });
  }

  @Handle(storage.abortUpload)
  async abortUpload({ uploadId }: In<typeof storage.abortUpload>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const gone = await this.db.transaction(async (tx) => {
      const file = await this.repository.lockUpload(tx, companyId, uploadId);
      if (file?.state !== 'uploading') return [];
      await this.repository.forget(tx, [file]);
      return [file.objectKey];
    });
    await removeObjects(this.store, gone);
    return { ok: true as const };
  }
}
