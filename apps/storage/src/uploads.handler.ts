import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import {
  fileDefaults,
  storage,
  storageEvents,
  type FileProfile,
  type UploadedFile,
} from '@tradepost/contracts/storage';
import { fileGroupOf } from '@tradepost/reference/file-types';
import { takeIdempotency } from '@tradepost/service-kit/context';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { DeliveriesRepository } from './deliveries.repository';
import { FilesRepository } from './files.repository';
import { FoldersRepository } from './folders.repository';
import { objectsOf, removeObjects } from './objects';
import { UploadsRepository } from './uploads.repository';
import { contentOf, sealedKey, sealingOf } from './sealed.policy';
import { modeOf, money, toFileView } from './views';
import { AccountRow, FileRow, FolderRow } from './workspace.entity';
import { checkSameKind, cleanName, companyOf, leaseMs, partLimit, resumableLeaseMs } from './workspace.policy';

/** Of what is uploaded. */
const bytesOf = ({ sealedSize, size }: FileRow) => sealedSize ?? size;

const committed = (row: FileRow): UploadedFile => {
  const file = toFileView(row);
  return { file, totalvalue: file.totalAmount };
};

/** Reserve, then commit or abort: bytes arrive between, at once or in parts, and a row stands before them. */
@Injectable()
export class UploadsHandler {
  constructor(
    private readonly db: Db,
    private readonly folders: FoldersRepository,
    private readonly files: FilesRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly repository: UploadsRepository,
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
    const key = takeIdempotency()?.key ?? (input.enc && sealedKey(input));
    const uploadKey = key ? `${actor.userId} ${key}` : null;
    return this.db.transaction(async (tx) => {
      const earlier = uploadKey && (await this.repository.ofKey(tx, companyId, uploadKey));
      const done = earlier && (await this.fileOf(tx, earlier));
      if (earlier && done) return { uploadId: earlier.id, objectKey: earlier.objectKey, done: committed(done) };
      if (earlier && earlier.state !== 'uploading') await tx.update(FileRow, earlier.id, { uploadKey: null });

      const folder = await this.folders.lock(tx, companyId, input.folderId);
      if (!input.enc && (await tx.existsBy(AccountRow, { companyId, requireE2E: true })))
        throw new AppError('E2E_REQUIRED');
      const sealing = sealingOf(input, actor.userId);
      const replaced = input.replace ? await this.replaceable(tx, folder, input) : null;
      if (!replaced && sealing.sealedId && (await tx.existsBy(FileRow, { id: sealing.sealedId })))
        throw new AppError('FILE_ID_TAKEN');
      if (uploadKey) await this.repository.takeOver(tx, companyId, uploadKey);
      if (!(await this.repository.reserve(tx, { ...company, ownerId: actor.userId }, sealing.size)))
        throw new AppError('QUOTA_EXCEEDED');
      const id = uuidv7();
      const objectKey = `${companyId}/${folder.id}/${replaced ? `${id}-${replaced.id}` : id}`;
      const terms = replaced ?? fileDefaults;
      const retold = input.price !== undefined || input.numberOfRecords !== undefined;
      await this.repository.insert(tx, {
        id,
        companyId,
        folderId: folder.id,
        name: replaced?.name ?? (await this.files.freeName(tx, folder.id, cleanName(input.name || input.fileName))),
        originalName: input.fileName,
        objectKey,
        uploadKey,
        leaseUntil: new Date(Date.now() + (input.resumable ? resumableLeaseMs : leaseMs)),
        ...sealing,
        category: input.category || terms.category,
        currency: input.currency || terms.currency,
        price: String(input.price ?? terms.price),
        numberOfRecords: input.numberOfRecords ?? terms.numberOfRecords,
        totalAmount: input.totalAmount?.toString() ?? (replaced && !retold ? replaced.totalAmount : undefined),
        replaces: replaced?.id ?? null,
        sample: input.sample ?? false,
        preview: input.preview || null,
        profile: (input.profile as FileProfile | undefined) ?? null,
      });
      return { uploadId: id, objectKey };
    });
  }

  @Handle(storage.uploadState)
  uploadState(
    { uploadId }: In<typeof storage.uploadState>,
    actor: UserActor,
  ): Promise<Out<typeof storage.uploadState>> {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const upload = await this.repository.find(tx, companyId, uploadId);
      if (!upload) throw new AppError('NOT_FOUND');
      const done = await this.fileOf(tx, upload);
      const { originalName, objectKey, receivedBytes, parts, leaseUntil, sealedId, version, mimetype } = upload;
      const length = bytesOf(done ?? upload);
      return {
        uploadId,
        originalName,
        objectKey,
        offset: done ? length : receivedBytes,
        length,
        parts,
        expiresAt: leaseUntil?.toISOString() ?? null,
        sealed: sealedId === null ? null : { fileId: sealedId, version, mimetype },
        ...(done && { done: committed(done) }),
      };
    });
  }

  /** The part stands in the store already: of two that begin at one place, the first to be counted stays. */
  @Handle(storage.keepPart)
  keepPart({ uploadId, objectKey, offset, size }: In<typeof storage.keepPart>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const upload = await this.repository.lock(tx, companyId, uploadId);
      if (!upload || upload.state !== 'uploading' || !upload.leaseUntil || upload.leaseUntil <= new Date())
        throw new AppError('UPLOAD_GONE');
      if (upload.receivedBytes !== offset) throw new AppError('OFFSET_CONFLICT');
      if (
        !objectKey.startsWith(`${upload.objectKey}.`) ||
        offset + size > bytesOf(upload) ||
        upload.parts.length >= partLimit
      )
        throw new AppError('INVALID');
      const receivedBytes = offset + size;
      await tx.update(FileRow, uploadId, {
        receivedBytes,
        parts: [...upload.parts, { objectKey, size }],
        leaseUntil: new Date(Date.now() + resumableLeaseMs),
      });
      return { offset: receivedBytes };
    });
  }

  /** Repeating the commit of an upload answers the same file again. */
  @Handle(storage.commitUpload)
  async commitUpload(
    { uploadId, size, sealedSize, sha256, crc32, mimetype, scan }: In<typeof storage.commitUpload>,
    actor: UserActor,
  ) {
    const company = companyOf(actor);
    const { companyId } = company;
    const { answer, parts } = await this.db.transaction(async (tx) => {
      const folder = await this.folders.ofUpload(tx, companyId, uploadId);
      const upload = folder && (await this.repository.lock(tx, companyId, uploadId));
      if (!upload || upload.deletedAt) throw new AppError('UPLOAD_GONE');
      const done = await this.fileOf(tx, upload);
      if (done) return { answer: committed(done), parts: [] };
      const now = new Date();
      const { sealedId } = upload;
      if (
        sealedId
          ? sealedSize === undefined || contentOf(sealedSize) !== size || mimetype !== upload.mimetype
          : sealedSize !== undefined
      )
        throw new AppError('SEALED_INVALID');
      if (!upload.leaseUntil || upload.leaseUntil <= now) throw new AppError('UPLOAD_GONE');
      if (size < upload.size) await this.repository.giveBack(tx, companyId, upload.size - size);
      if (size > upload.size && !(await this.repository.take(tx, companyId, size - upload.size)))
        throw new AppError('QUOTA_EXCEEDED');
      const came = {
        size,
        sealedSize: sealedSize ?? null,
        sha256,
        crc32,
        mimetype,
        scan,
        fileGroup: fileGroupOf(upload.name, mimetype),
      };
      if (upload.replaces) {
        await tx.update(FileRow, uploadId, came);
        return { answer: await this.replace(tx, folder, upload, actor), parts: upload.parts };
      }
      const ready = { ...came, state: 'ready' as const, leaseUntil: null, parts: [], contentAt: now, updatedAt: now };
      await tx.update(FileRow, uploadId, ready);
      if (sealedId) await this.repository.rename(tx, uploadId, sealedId);
      const file = { ...upload, ...ready, id: sealedId ?? uploadId };
      const about = {
        folderId: folder.id,
        folderName: folder.name,
        fileId: file.id,
        name: file.name,
        size,
        sha256,
        mode: modeOf(file),
      };
      await this.outbox.event(tx, storageEvents.fileUploaded, { ...company, ...about }, actor);
      return { answer: committed(file), parts: upload.parts };
    });
    await removeObjects(
      this.store,
      parts.map(({ objectKey }) => objectKey),
    );
    return answer;
  }

  @Handle(storage.abortUpload)
  abortUpload({ uploadId }: In<typeof storage.abortUpload>, actor: UserActor) {
    return this.end(uploadId, actor);
  }

  @Handle(storage.refuseUpload)
  refuseUpload({ uploadId, signature }: In<typeof storage.refuseUpload>, actor: UserActor) {
    return this.end(uploadId, actor, async (tx, { folderId, name }) => {
      const { name: folderName } = await tx.findOneByOrFail(FolderRow, { id: folderId });
      await this.outbox.event(
        tx,
        storageEvents.fileRefused,
        { ...companyOf(actor), folderId, folderName, name, signature },
        actor,
      );
    });
  }

  /** What an upload has become: itself, or the file it made a new version of; null while it is under way. */
  private async fileOf(tx: Tx, upload: FileRow): Promise<FileRow | null> {
    if (upload.state === 'ready') return upload;
    return upload.state === 'replaced' && upload.replaces ? tx.findOneBy(FileRow, { id: upload.replaces }) : null;
  }

  /** Of an upload that is no longer under way nothing is left to do, and `record` is not asked. */
  private async end(uploadId: string, actor: UserActor, record?: (tx: Tx, upload: FileRow) => Promise<void>) {
    const { companyId } = companyOf(actor);
    const gone = await this.db.transaction(async (tx) => {
      const upload = await this.repository.lock(tx, companyId, uploadId);
      if (upload?.state !== 'uploading') return [];
      await record?.(tx, upload);
      await this.repository.forget(tx, [upload]);
      return objectsOf(upload);
    });
    await removeObjects(this.store, gone);
    return { ok: true as const };
  }

  /** @throws AppError NOT_FOUND, INVALID, VERSION_CONFLICT */
  private async replaceable(
    tx: Tx,
    folder: FolderRow,
    { fileId = '', fileName, fileVersion }: In<typeof storage.beginUpload>,
  ) {
    const file = await this.files.lockLive(tx, folder.companyId, { id: fileId });
    if (file.folderId !== folder.id) throw new AppError('NOT_FOUND');
    checkSameKind(file.name, fileName);
    if (fileVersion !== undefined && fileVersion !== file.version + 1) throw new AppError('VERSION_CONFLICT');
    return { ...file, price: money(file.price), totalAmount: money(file.totalAmount) };
  }

  private async replace(tx: Tx, folder: FolderRow, upload: FileRow, actor: UserActor): Promise<UploadedFile> {
    const company = companyOf(actor);
    const file = await tx.findOne(FileRow, {
      where: { id: upload.replaces ?? '', folderId: folder.id, state: 'ready' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!file || file.deletedAt) throw new AppError('UPLOAD_GONE');
    if (upload.sealedId && upload.version !== file.version + 1) throw new AppError('VERSION_CONFLICT');
    await this.repository.replace(tx, upload.id, file);
    if (upload.sealedId && file.sample) await tx.update(FileRow, file.id, { sample: false });
    if (upload.inPlace) await this.repository.dropManaged(tx, upload, file.id);
    const now = await tx.findOneByOrFail(FileRow, { id: file.id });
    const { name, version, size, sha256 } = now;
    if (upload.inPlace) {
      await this.outbox.event(
        tx,
        storageEvents.fileSealed,
        { ...company, folderId: folder.id, folderName: folder.name, fileId: file.id, name, version },
        actor,
      );
      return committed(now);
    }
    const emails = await this.deliveries.audience(tx, folder.id);
    await this.outbox.event(
      tx,
      storageEvents.fileReplaced,
      {
        ...company,
        folderId: folder.id,
        folderName: folder.name,
        fileId: file.id,
        name,
        version,
        size,
        sha256,
        emails,
      },
      actor,
    );
    return committed(now);
  }
}
