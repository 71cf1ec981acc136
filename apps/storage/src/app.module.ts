import { Module } from '@nestjs/common';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { service } from '@tradepost/service-kit/runtime/service';
import { BinHandler } from './bin/bin.handler';
import { BinRepository } from './bin/bin.repository';
import { RetentionSweeper } from './bin/retention.sweeper';
import { StoredObjectsRepository } from './bin/stored-objects.repository';
import { ObjectGarbageCollector } from './bin/object-garbage-collector';
import { CONFIG, readStorageConfig } from './config';
import { storageDatabase } from './data-source';
import { AccountsHandler } from './account/accounts.handler';
import { StorageAccountsRepository } from './account/accounts.repository';
import { DeletedAccountsRepository } from './account/deleted-accounts.repository';
import { DeliveriesHandler } from './delivery/deliveries.handler';
import { DeliveriesRepository } from './delivery/deliveries.repository';
import { DirectoriesRepository } from './file/directories.repository';
import { FileListRepository } from './file/file-list.repository';
import { FilesHandler } from './file/files.handler';
import { FilesRepository } from './file/files.repository';
import { ListedAccessRepository } from './delivery/listed-access.repository';
import { FolderRoom } from './folder/folder-room';
import { VersionRoom } from './file/version-room';
import { FoldersHandler } from './folder/folders.handler';
import { FoldersRepository } from './folder/folders.repository';
import { SearchHandler } from './search/search.handler';
import { SearchRepository } from './search/search.repository';
import { StoredGauge } from './account/stored.gauge';
import { CommitsRepository } from './upload/commits.repository';
import { NewFileUploads } from './upload/new-file-uploads';
import { NewUploadsRepository } from './upload/new-uploads.repository';
import { NextVersionUploads } from './upload/next-version-uploads';
import { DirectPartsHandler } from './upload/parts/direct-parts.handler';
import { MultipartParts } from './upload/parts/multipart-parts';
import { PartsHandler } from './upload/parts/parts.handler';
import { PartsRepository } from './upload/parts/parts.repository';
import { UploadUnderWay } from './upload/parts/upload-under-way';
import { UploadCommitter } from './upload/upload-committer';
import { UploadsHandler } from './upload/uploads.handler';
import { UploadsRepository } from './upload/uploads.repository';

@Module(
  service({
    name: 'storage',
    commands: storage,
    events: storageEvents,
    entities: storageDatabase.entities,
    migrations: storageDatabase.migrations,
    needs: ['object-store'],
    handlers: [
      FoldersHandler,
      FilesHandler,
      SearchHandler,
      BinHandler,
      UploadsHandler,
      PartsHandler,
      DirectPartsHandler,
      DeliveriesHandler,
      AccountsHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readStorageConfig },
      FoldersRepository,
      FolderRoom,
      ListedAccessRepository,
      VersionRoom,
      FilesRepository,
      DirectoriesRepository,
      FileListRepository,
      SearchRepository,
      UploadsRepository,
      PartsRepository,
      MultipartParts,
      UploadUnderWay,
      NewUploadsRepository,
      CommitsRepository,
      NewFileUploads,
      NextVersionUploads,
      UploadCommitter,
      BinRepository,
      DeliveriesRepository,
      DeletedAccountsRepository,
      StorageAccountsRepository,
      StoredObjectsRepository,
      RetentionSweeper,
      ObjectGarbageCollector,
      StoredGauge,
    ],
  }),
)
export class StorageModule {}
