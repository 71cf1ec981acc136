import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { storageEvents, type storage } from '@tradepost/contracts/storage';
import { fileGroupOf } from '@tradepost/reference/file-types';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { StorageAccountsRepository } from '../account/accounts.repository';
import { DeliveriesRepository } from '../delivery/deliveries.repository';
import type { CurrentFile } from '../file/file.entity';
import { modeOf } from '../file/file.views';
import { FilesRepository } from '../file/files.repository';
import { CommitsRepository, type Commit, type UploadToCommit } from './commits.repository';
import { assertAsAnnounced, assertUnderWay } from './upload.policy';
import { UploadsRepository } from './uploads.repository';

type Received = In<typeof storage.commitUpload>;

/** The file of an upload, or why it has none. `upload` is missing where there is no such upload. */
export type Committed = { upload: UploadToCommit | undefined } & ({ file: CurrentFile } | { error: AppError });

/** Commits uploads. The result for each is the same as in a call with one upload, and the number of statements does not depend on the number of
 * uploads. */
@Injectable()
export class UploadCommitter {
  constructor(
    private readonly accounts: StorageAccountsRepository,
    private readonly files: FilesRepository,
    private readonly deliveries: DeliveriesRepository,
    private readonly uploads: UploadsRepository,
    private readonly repository: CommitsRepository,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError */
  async commitOne(tx: Tx, received: Received, actor: UserActor) {
    const [committed] = await this.commit(tx, [received], actor);
    if (!committed || 'error' in committed) throw committed?.error ?? new AppError('INTERNAL');
    return committed;
  }

  /** @returns an outcome for each, in their order */
  async commit(tx: Tx, received: Received[], actor: UserActor): Promise<Committed[]> {
    const { companyId } = companyOf(actor);
    const uploads = await this.repository.lock(
      tx,
      companyId,
      received.map(({ uploadId }) => uploadId),
    );
    const repeated = await this.filesOf(tx, [...uploads.values()]);
    const commits = new Map<string, Commit>();
    const refused = new Map<string, AppError>();
    for (const one of received) {
      const upload = uploads.get(one.uploadId);
      if (repeated.has(one.uploadId)) continue;
      try {
        const commit = commitOf(upload, one);
        // its owner may have encrypted the file since the upload began
        if (commit.content.version !== 1) await this.files.assertMayChange(tx, [commit.upload.fileId], actor);
        await this.reserveRest(tx, commit);
        commits.set(one.uploadId, commit);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.set(one.uploadId, error);
      }
    }
    const files = await this.carryOut(tx, companyId, [...commits.values()], actor);
    return received.map(({ uploadId }) => {
      const upload = uploads.get(uploadId);
      const error = refused.get(uploadId);
      if (error || !upload) return { upload, error: error ?? new AppError('UPLOAD_GONE') };
      return { upload, file: repeated.get(uploadId) ?? (files.get(upload.fileId) as CurrentFile) };
    });
  }

  /** The files of uploads that were committed before, by upload. */
  private async filesOf(tx: Tx, uploads: UploadToCommit[]): Promise<Map<string, CurrentFile>> {
    const committed = uploads.filter(({ committedAt, deletedAt }) => committedAt && !deletedAt);
    const ids = committed.map(({ fileId }) => fileId);
    const files = new Map((await this.files.current(ids, tx)).map((file) => [file.id, file]));
    return new Map(
      committed.flatMap(({ id, fileId }) => {
        const file = files.get(fileId);
        return file ? [[id, file] as const] : [];
      }),
    );
  }

  /** Reserves what came beyond the reservation; the commit returns what it did not need. @throws AppError QUOTA_EXCEEDED */
  private async reserveRest(
    tx: Tx,
    { upload: { companyId, size: reserved }, content: { size } }: Commit,
  ): Promise<void> {
    if (size > reserved && !(await this.accounts.take(tx, companyId, size - reserved)))
      throw new AppError('QUOTA_EXCEEDED');
  }

  private async carryOut(tx: Tx, companyId: string, commits: Commit[], actor: UserActor) {
    if (commits.length === 0) return new Map<string, CurrentFile>();
    const company = companyOf(actor);
    const about = ({ folderId, folderName, fileId, fileName }: UploadToCommit) => ({
      ...company,
      folderId,
      folderName,
      fileId,
      name: fileName,
    });
    const isNew = ({ content }: Commit) => content.version === 1;
    const uploaded = commits.filter(isNew).map(({ upload, content: { size, sha256 } }) => ({
      ...about(upload),
      size,
      sha256,
      mode: modeOf(upload),
    }));
    await this.outbox.events(tx, storageEvents.fileUploaded, uploaded, actor);
    const files = await this.repository.commit(tx, companyId, commits);
    for (const { upload, content } of commits.filter((commit) => !isNew(commit))) {
      const { version, size, sha256 } = content;
      if (upload.inPlace) {
        await this.uploads.dropManaged(tx, upload.fileId, version);
        await this.outbox.event(tx, storageEvents.fileSealed, { ...about(upload), version }, actor);
        continue;
      }
      const emails = await this.deliveries.audience(tx, upload.folderId);
      await this.outbox.event(
        tx,
        storageEvents.fileReplaced,
        { ...about(upload), version, size, sha256, emails },
        actor,
      );
    }
    return files;
  }
}

/** @throws AppError UPLOAD_GONE, SEALED_INVALID, VERSION_CONFLICT */
function commitOf(
  upload: UploadToCommit | undefined,
  { size, sealedSize, sha256, crc32, mimetype: mimeType, scan }: Received,
): Commit {
  if (!upload || upload.deletedAt) throw new AppError('UPLOAD_GONE');
  assertAsAnnounced(upload, { size, sealedSize, mimeType });
  assertUnderWay(upload, new Date());
  const version = (upload.currentVersion ?? 0) + 1;
  if (upload.version !== null && upload.version !== version) throw new AppError('VERSION_CONFLICT');
  const fileGroup = fileGroupOf(upload.fileName, mimeType);
  return {
    upload,
    content: { version, size, sealedSize: sealedSize ?? null, sha256, crc32, mimeType, fileGroup, scan },
  };
}
