import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
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
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { takeIdempotency } from '@tradepost/service-kit/runtime/context';
import { v7 as uuidv7 } from 'uuid';
import { StorageAccountsRepository } from '../account/accounts.repository';
import { removeObjects } from '../bin/objects';
import { DeliveriesRepository } from '../delivery/deliveries.repository';
import type { CurrentFile, FileRow } from '../file/file.entity';
import { assertSameKind, cleanName } from '../file/file-name.policy';
import { modeOf, money, toFileView } from '../file/file.views';
import { FilesRepository } from '../file/files.repository';
import type { FolderRow } from '../folder/folder.entity';
import { FoldersRepository } from '../folder/folders.repository';
import { announcedBy, sealedKey, type Announced } from './sealed-upload.policy';
import type { UploadRow } from './upload.entity';
import { assertAsAnnounced, assertUnderWay, bytesOf, leaseMs, partLimit, resumableLeaseMs } from './upload.policy';
import { UploadsRepository } from './uploads.repository';

const answerOf = (current: CurrentFile): UploadedFile => {
  const file = toFileView(current);
  return { file, totalvalue: file.totalAmount };
};

/** Begin, then commit or abort. The bytes arrive in between, at once or in parts; their row is written before them. */
@Controller()
export class UploadsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: StorageAccountsRepository,
    private readonly folders: FoldersRepository,
    private readonly files: FilesRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly repository: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Handles its idempotency key itself, because a stored answer would name an upload that may be over: a repeat gets the
   * file if the upload was committed, and otherwise replaces the interrupted upload.
   */
  @Handle(storage.beginUpload)
  beginUpload(input: In<typeof storage.beginUpload>, actor: UserActor): Promise<Out<typeof storage.beginUpload>> {
    const company = companyOf(actor);
    const { companyId } = company;
    const key = takeIdempotency()?.key ?? (input.enc && sealedKey(input));
    const uploadKey = key ? `${actor.userId} ${key}` : null;
    return this.db.transaction(async (tx) => {
      const earlier = uploadKey ? await this.repository.ofKey(tx, companyId, uploadKey) : null;
      const done = earlier && (await this.fileOf(tx, earlier));
      if (earlier && done) return { uploadId: earlier.id, objectKey: earlier.objectKey, done: answerOf(done) };
      if (earlier?.committedAt) await this.repository.releaseKey(tx, earlier.id);

      const folder = await this.folders.lock(tx, companyId, input.folderId);
      const announced = announcedBy(input, actor.userId);
      const replaced = input.replace ? await this.lockReplaced(tx, folder, input) : null;
      const newFileId = replaced ? null : (input.enc && input.fileId) || null;
      if (earlier || newFileId)
        await this.end(tx, await this.repository.lockUnfinished(tx, companyId, { uploadKey, newFileId }));
      const account = await this.accounts.reserve(tx, { ...company, ownerId: actor.userId }, announced.size);
      const requiresE2E = account ? account.requiresE2E : await this.accounts.requiresE2E(tx, companyId);
      if (requiresE2E && !input.enc) throw new AppError('E2E_REQUIRED');
      if (!account) throw new AppError('QUOTA_EXCEEDED');

      const upload = newUpload(input, { companyId, folderId: folder.id, uploadKey, announced, replaced });
      const name = replaced ? '' : await this.files.freeName(tx, folder.id, cleanName(input.name || input.fileName));
      const file = replaced ? null : { folderId: folder.id, name, sample: input.sample ?? false };
      await this.repository.insert(tx, upload, file);
      return { uploadId: upload.id, objectKey: upload.objectKey };
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
      const { fileId, originalName, objectKey, receivedBytes, parts, leaseUntil, wrappedKey, version, mimeType } =
        upload;
      const length = bytesOf(done?.current ?? upload);
      return {
        uploadId,
        originalName,
        objectKey,
        offset: done ? length : receivedBytes,
        length,
        parts,
        expiresAt: leaseUntil?.toISOString() ?? null,
        sealed: wrappedKey === null || version === null ? null : { fileId, version, mimetype: mimeType },
        ...(done && { done: answerOf(done) }),
      };
    });
  }

  /** The part is already in the store. Of two parts that begin at the same offset, the first one counted stays. */
  @Handle(storage.commitPart)
  commitPart({ uploadId, objectKey, offset, size }: In<typeof storage.commitPart>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const upload = await this.repository.lock(tx, companyId, uploadId);
      if (!upload) throw new AppError('UPLOAD_GONE');
      assertUnderWay(upload, new Date());
      if (upload.receivedBytes !== offset) throw new AppError('OFFSET_CONFLICT');
      if (
        !objectKey.startsWith(`${upload.objectKey}.`) ||
        offset + size > bytesOf(upload) ||
        upload.parts.length >= partLimit
      )
        throw new AppError('INVALID');
      const leaseUntil = new Date(Date.now() + resumableLeaseMs);
      return { offset: await this.repository.addPart(tx, upload, { objectKey, size }, leaseUntil) };
    });
  }

  /** Repeating the commit of an upload returns the same file again. */
  @Handle(storage.commitUpload)
  async commitUpload(
    { uploadId, size, sealedSize, sha256, crc32, mimetype: mimeType, scan }: In<typeof storage.commitUpload>,
    actor: UserActor,
  ) {
    const { companyId } = companyOf(actor);
    const { answer, parts } = await this.db.transaction(async (tx) => {
      const upload = await this.repository.lockWithFile(tx, companyId, uploadId);
      if (!upload || upload.file.deletedAt) throw new AppError('UPLOAD_GONE');
      const { file, folder } = upload;
      const done = await this.fileOf(tx, upload);
      if (done) return { answer: answerOf(done), parts: [] };
      assertAsAnnounced(upload, { size, sealedSize, mimeType });
      assertUnderWay(upload, new Date());
      const version = (file.currentVersion ?? 0) + 1;
      if (upload.version !== null && upload.version !== version) throw new AppError('VERSION_CONFLICT');
      await this.reserveRest(tx, upload, size);
      const fileGroup = fileGroupOf(file.name, mimeType);
      const content = { version, size, sealedSize: sealedSize ?? null, sha256, crc32, mimeType, fileGroup, scan };
      const current = await this.repository.commit(tx, upload, content);
      if (upload.inPlace) await this.repository.dropManaged(tx, file.id, version);
      await this.record(tx, upload, current, folder, actor);
      return { answer: answerOf(current), parts: upload.parts };
    });
    await removeObjects(
      this.store,
      parts.map(({ objectKey }) => objectKey),
    );
    return answer;
  }

  @Handle(storage.abortUpload)
  abortUpload({ uploadId }: In<typeof storage.abortUpload>, actor: UserActor) {
    return this.abort(uploadId, actor);
  }

  @Handle(storage.rejectInfectedUpload)
  rejectInfectedUpload({ uploadId, signature }: In<typeof storage.rejectInfectedUpload>, actor: UserActor) {
    return this.abort(uploadId, actor, async (tx, { folderId, name }) => {
      const folderName = await this.folders.nameOf(tx, folderId);
      const rejected = { ...companyOf(actor), folderId, folderName, name, signature };
      await this.outbox.event(tx, storageEvents.infectedFileRejected, rejected, actor);
    });
  }

  /** The file of a committed upload; null while the upload is under way, and once the file's bytes were purged. */
  private async fileOf(tx: Tx, { committedAt, fileId }: UploadRow): Promise<CurrentFile | null> {
    if (!committedAt) return null;
    const [file] = await this.files.current([fileId], tx);
    return file ?? null;
  }

  /** Does nothing when the upload is no longer under way; then `record` is not called either. */
  private async abort(uploadId: string, actor: UserActor, record?: (tx: Tx, file: FileRow) => Promise<void>) {
    const { companyId } = companyOf(actor);
    const keys = await this.db.transaction(async (tx) => {
      const upload = await this.repository.lock(tx, companyId, uploadId);
      if (!upload || upload.committedAt) return [];
      const file = record && (await this.files.lock(tx, upload.fileId));
      if (file) await record(tx, file);
      return this.end(tx, [upload]);
    });
    await removeObjects(this.store, keys);
    return { ok: true as const };
  }

  /** Deletes uploads and returns their quota. @returns keys of the objects to remove after the commit */
  private async end(tx: Tx, uploads: UploadRow[]): Promise<string[]> {
    const freed = await this.repository.remove(tx, uploads);
    await this.accounts.giveBack(tx, freed);
    return freed.flatMap(({ objectKeys }) => objectKeys);
  }

  /** @throws AppError NOT_FOUND, INVALID, VERSION_CONFLICT */
  private async lockReplaced(
    tx: Tx,
    folder: FolderRow,
    { fileId = '', fileName, fileVersion }: In<typeof storage.beginUpload>,
  ): Promise<FileRow> {
    const file = await this.files.lockLive(tx, folder.companyId, { id: fileId });
    if (file.folderId !== folder.id) throw new AppError('NOT_FOUND');
    assertSameKind(file.name, fileName);
    if (fileVersion !== undefined && fileVersion !== (file.currentVersion ?? 0) + 1)
      throw new AppError('VERSION_CONFLICT');
    return file;
  }

  /** Reserves what came beyond the reservation; the commit returns what it did not need. @throws AppError QUOTA_EXCEEDED */
  private async reserveRest(tx: Tx, { companyId, size: reserved }: UploadRow, size: number): Promise<void> {
    if (size > reserved && !(await this.accounts.take(tx, companyId, size - reserved)))
      throw new AppError('QUOTA_EXCEEDED');
  }

  private async record(tx: Tx, upload: UploadRow, file: CurrentFile, folder: FolderRow, actor: UserActor) {
    const { id: fileId, name, current } = file;
    const { version, size, sha256 } = current;
    const about = { ...companyOf(actor), folderId: folder.id, folderName: folder.name, fileId, name };
    if (version === 1) {
      const uploaded = { ...about, size, sha256, mode: modeOf(current) };
      return this.outbox.event(tx, storageEvents.fileUploaded, uploaded, actor);
    }
    if (upload.inPlace) return this.outbox.event(tx, storageEvents.fileSealed, { ...about, version }, actor);
    const emails = await this.deliveries.audience(tx, folder.id);
    return this.outbox.event(tx, storageEvents.fileReplaced, { ...about, version, size, sha256, emails }, actor);
  }
}

interface Target {
  companyId: string;
  folderId: string;
  uploadKey: string | null;
  announced: Announced;
  replaced: FileRow | null;
}

/** A next version has the terms of the file it replaces, unless the sender gives others. */
function newUpload(
  input: In<typeof storage.beginUpload>,
  { companyId, folderId, uploadKey, announced, replaced }: Target,
) {
  const id = uuidv7();
  const terms = replaced ?? fileDefaults;
  const repriced = input.price !== undefined || input.numberOfRecords !== undefined;
  return {
    id,
    companyId,
    fileId: replaced?.id ?? ((input.enc && input.fileId) || id),
    originalName: input.fileName,
    objectKey: `${companyId}/${folderId}/${replaced ? `${id}-${replaced.id}` : id}`,
    uploadKey,
    leaseUntil: new Date(Date.now() + (input.resumable ? resumableLeaseMs : leaseMs)),
    ...announced,
    category: input.category || terms.category,
    currency: input.currency || terms.currency,
    price: String(input.price ?? money(terms.price)),
    numberOfRecords: input.numberOfRecords ?? terms.numberOfRecords,
    totalAmount: input.totalAmount?.toString() ?? (replaced && !repriced ? replaced.totalAmount : undefined),
    preview: input.preview || null,
    profile: (input.profile as FileProfile | undefined) ?? null,
  };
}
