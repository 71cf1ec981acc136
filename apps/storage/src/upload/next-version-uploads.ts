import { Inject, Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import type { storage } from '@tradepost/contracts/storage';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { ownerOf, StorageAccountsRepository } from '../account/accounts.repository';
import { CONFIG, type StorageConfig } from '../config';
import type { FileRow } from '../file/file.entity';
import { assertSameKind } from '../file/file-name.policy';
import { FilesRepository } from '../file/files.repository';
import { VersionRoom } from '../file/version-room';
import type { FolderRow } from '../folder/folder.entity';
import { FoldersRepository } from '../folder/folders.repository';
import { newUpload } from './new-upload';
import { NewUploadsRepository } from './new-uploads.repository';
import type { OpenedFile } from './new-file-uploads';
import { announcedBy, managedRefused } from './sealed-upload.policy';
import { UploadsRepository } from './uploads.repository';

type Input = In<typeof storage.beginUpload>;

/** Opens uploads of the next version of a file. */
@Injectable()
export class NextVersionUploads {
  constructor(
    private readonly accounts: StorageAccountsRepository,
    private readonly folders: FoldersRepository,
    private readonly files: FilesRepository,
    private readonly uploads: UploadsRepository,
    private readonly versionRoom: VersionRoom,
    private readonly repository: NewUploadsRepository,
    @Inject(CONFIG) private readonly config: StorageConfig,
  ) {}

  /** @throws AppError NOT_FOUND, INVALID, SEALED_INVALID, FILE_TOO_LARGE, VERSION_CONFLICT, OWNER_KEYS_REQUIRED, E2E_REQUIRED, VERSIONS_FULL, QUOTA_EXCEEDED, IN_PROGRESS */
  async open(tx: Tx, input: Input, uploadKey: string | null, actor: UserActor): Promise<OpenedFile> {
    const { companyId } = companyOf(actor);
    const [earlier] = uploadKey ? await this.uploads.ofKeys(tx, companyId, [uploadKey]) : [];
    if (earlier?.committedAt) {
      const [done] = await this.files.current([earlier.fileId], tx);
      if (done) return { uploadId: earlier.id, objectKey: earlier.objectKey, done };
      await this.uploads.releaseKeys(tx, [earlier.id]);
    }
    const folder = await this.folders.lock(tx, companyId, input.folderId);
    const announced = announcedBy(input, actor, this.config);
    const replaced = await this.lockReplaced(tx, folder, input);
    await this.files.assertMayChange(tx, [replaced.id], actor);
    if (earlier?.uploadKey) {
      const uploadKeys = [earlier.uploadKey];
      const unfinished = await this.uploads.lockUnfinished(tx, companyId, { uploadKeys, newFileIds: [] });
      await this.accounts.giveBack(tx, await this.uploads.remove(tx, unfinished));
    }
    await this.versionRoom.assertFits(tx, replaced, announced.inPlace);
    const bytes = { all: announced.size, sealed: announced.size };
    const account = await this.repository.reserve(tx, ownerOf(actor), folder.id, bytes);
    const { requiresE2E } = account ?? (await this.accounts.lockRoom(tx, companyId));
    if (requiresE2E && !input.enc) throw managedRefused(actor);
    if (!account) throw new AppError('QUOTA_EXCEEDED');
    const upload = newUpload(input, { companyId, folderId: folder.id, uploadKey, announced, replaced });
    await this.repository.insertVersion(tx, upload);
    return { uploadId: upload.id, objectKey: upload.objectKey };
  }

  /** @throws AppError NOT_FOUND, INVALID, VERSION_CONFLICT */
  private async lockReplaced(
    tx: Tx,
    folder: FolderRow,
    { fileId = '', fileName, fileVersion }: Input,
  ): Promise<FileRow> {
    const file = await this.files.lockLive(tx, folder.companyId, { id: fileId });
    if (file.folderId !== folder.id) throw new AppError('NOT_FOUND');
    assertSameKind(file.name, fileName);
    if (fileVersion !== undefined && fileVersion !== (file.currentVersion ?? 0) + 1)
      throw new AppError('VERSION_CONFLICT');
    return file;
  }
}
