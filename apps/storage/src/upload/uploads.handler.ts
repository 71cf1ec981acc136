import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storage, storageEvents, type BatchResult, type UploadedFile } from '@tradepost/contracts/storage';
import { maxPartsOfUpload } from '@tradepost/contracts/values/upload-sizes';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { currentContext, takeIdempotency } from '@tradepost/service-kit/runtime/context';
import { StorageAccountsRepository } from '../account/accounts.repository';
import { removeFreed, removeObjects, type Freed } from '../bin/objects';
import type { CurrentFile, FileRow } from '../file/file.entity';
import { toFileView } from '../file/file.views';
import { FilesRepository } from '../file/files.repository';
import { FoldersRepository } from '../folder/folders.repository';
import { batchInputs } from './batch-inputs';
import { NewFileUploads, uploadOf, type OpenedFile, type OpenedNewFile } from './new-file-uploads';
import { NextVersionUploads } from './next-version-uploads';
import { sealedKey } from './sealed-upload.policy';
import { UploadCommitter } from './upload-committer';
import type { UploadRow } from './upload.entity';
import { assertUnderWay, bytesOf, isSegmented, resumableLeaseMs } from './upload.policy';
import { UploadsRepository } from './uploads.repository';

const answerOf = (current: CurrentFile): UploadedFile => {
  const file = toFileView(current);
  return { file, totalvalue: file.totalAmount };
};

const openedOf = ({ done, ...upload }: OpenedFile) => ({ ...upload, ...(done && { done: answerOf(done) }) });

/** Begin, then commit or abort. The bytes arrive in between, at once or in parts; their row is written before them. */
@Controller()
export class UploadsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: StorageAccountsRepository,
    private readonly folders: FoldersRepository,
    private readonly files: FilesRepository,
    private readonly newFiles: NewFileUploads,
    private readonly nextVersions: NextVersionUploads,
    private readonly committer: UploadCommitter,
    private readonly repository: UploadsRepository,
    private readonly store: ObjectStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Handles its idempotency key itself, because a stored answer would name an upload that may be over: a repeat gets the
   * file if the upload was committed, and otherwise replaces the interrupted upload.
   */
  @Handle(storage.beginUpload)
  async beginUpload(input: In<typeof storage.beginUpload>, actor: UserActor): Promise<Out<typeof storage.beginUpload>> {
    const uploadKey = uploadKeyOf(input, takeIdempotency()?.key, actor);
    const atOnce = !uploadKey && !input.replace && (await this.newFiles.openAtOnce(input, actor));
    if (atOnce) return openedOf(atOnce);
    return this.db.transaction(async (tx) => {
      if (input.replace) return openedOf(await this.nextVersions.open(tx, input, uploadKey, actor));
      return openedOf(await this.newFiles.openOne(tx, { input, uploadKey }, actor));
    });
  }

  /** As `beginUpload`, with the idempotency key of the call and the position of each file. */
  @Handle(storage.beginUploads)
  async beginUploads(
    batch: In<typeof storage.beginUploads>,
    actor: UserActor,
  ): Promise<Out<typeof storage.beginUploads>> {
    const { folderId, files } = batch;
    const callKey = takeIdempotency()?.key;
    const read = await batchInputs(batch);
    const given = read.flatMap((one, index) => {
      if (one.status === 'rejected') return [];
      // no header contains a line break, so no key of a single call equals one of these
      const key = callKey && `${callKey}\n${files[index]?.position}`;
      return { input: one.value, uploadKey: uploadKeyOf(one.value, key, actor) };
    });
    const opened = (await this.db.transaction((tx) => this.newFiles.open(tx, folderId, given, actor))).values();
    return {
      uploads: read.map((one) => {
        if (one.status === 'rejected') return { error: errorOf(one.reason) };
        const outcome = opened.next().value as OpenedNewFile;
        return 'error' in outcome ? { error: errorOf(outcome.error) } : openedOf(outcome);
      }),
    };
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
      const contentSize = isSegmented(upload) ? upload.size : null;
      const length = bytesOf(done?.current ?? upload);
      return {
        uploadId,
        originalName,
        objectKey,
        offset: done ? length : receivedBytes,
        length,
        parts,
        expiresAt: leaseUntil?.toISOString() ?? null,
        sealed: wrappedKey === null || version === null ? null : { fileId, version, mimetype: mimeType, contentSize },
        copiedBytes: done ? 0 : upload.copiedBytes,
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
      if (!objectKey.startsWith(`${upload.objectKey}.`) || offset + size > bytesOf(upload))
        throw new AppError('INVALID');
      if (upload.parts.length >= maxPartsOfUpload)
        throw new AppError('INVALID', {
          message: `An upload may have at most ${maxPartsOfUpload} parts. Please send larger ones.`,
        });
      const leaseUntil = new Date(Date.now() + resumableLeaseMs);
      return { offset: await this.repository.addPart(tx, upload, { objectKey, size }, leaseUntil) };
    });
  }

  /** Repeating the commit of an upload returns the same file again. */
  @Handle(storage.commitUpload)
  async commitUpload(received: In<typeof storage.commitUpload>, actor: UserActor) {
    const { upload, file } = await this.db.transaction((tx) => this.committer.commitOne(tx, received, actor));
    const parts = upload?.parts ?? [];
    await removeObjects(
      this.store,
      parts.map(({ objectKey }) => objectKey),
    );
    return answerOf(file);
  }

  /** Where the name is taken, the quota too small, or the call a repeat, its upload is opened and committed in one transaction. */
  @Handle(storage.addFile)
  async addFile(added: In<typeof storage.addFile>, actor: UserActor) {
    const uploadKey = uploadKeyOf({ folderId: added.folderId, replace: false }, takeIdempotency()?.key, actor);
    const atOnce = await this.newFiles.addAtOnce(added, uploadKey, actor);
    if (atOnce) return answerOf(atOnce);
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const [before] = await this.files.current([added.uploadId], tx);
      if (before?.companyId === companyId) return answerOf(before);
      const { done } = await this.newFiles.openOne(tx, uploadOf(added, uploadKey), actor);
      return answerOf(done ?? (await this.committer.commitOne(tx, added, actor)).file);
    });
  }

  @Handle(storage.commitUploads)
  async commitUploads({ uploads }: In<typeof storage.commitUploads>, actor: UserActor) {
    const committed = await this.db.transaction((tx) => this.committer.commit(tx, uploads, actor));
    return {
      results: committed.map((one): BatchResult => {
        const name = one.upload?.originalName ?? '';
        if ('error' in one) return { name, status: one.error.status, error: errorOf(one.error) };
        return { name, status: 201, file: toFileView(one.file) };
      }),
    };
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
    const freed = await this.db.transaction(async (tx) => {
      const upload = await this.repository.lock(tx, companyId, uploadId);
      if (!upload || upload.committedAt) return [];
      const file = record && (await this.files.lock(tx, upload.fileId));
      if (file) await record(tx, file);
      return this.end(tx, [upload]);
    });
    await removeFreed(this.store, freed);
    return { ok: true as const };
  }

  /** Deletes uploads and returns their quota. @returns what to remove after the commit */
  private async end(tx: Tx, uploads: UploadRow[]): Promise<Freed[]> {
    const freed = await this.repository.remove(tx, uploads);
    await this.accounts.giveBack(tx, freed);
    return freed;
  }
}

/** The key of a call repeats that call only: another folder, or another file to replace, is another call. */
function uploadKeyOf(
  input: Pick<In<typeof storage.beginUpload>, 'folderId' | 'replace' | 'fileId' | 'enc' | 'fileVersion' | 'wrappedKey'>,
  callKey: string | undefined,
  { userId }: UserActor,
) {
  const { folderId, replace, fileId, enc } = input;
  if (callKey) return `${userId} ${folderId} ${replace ? `${fileId} ` : ''}${callKey}`;
  // a sealed upload names itself: its key is wrapped once
  return enc ? `${userId} ${sealedKey(input)}` : null;
}

const errorOf = (error: unknown): NonNullable<BatchResult['error']> => {
  if (!(error instanceof AppError)) throw error;
  const { code, message, errors } = error;
  return { code, message, requestId: currentContext()?.requestId ?? '', ...(errors && { errors }) };
};
