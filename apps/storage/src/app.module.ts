import { Module } from '@nestjs/common';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { service } from '@tradepost/service-kit/service';
import { BinHandler } from './bin.handler';
import { BinRepository } from './bin.repository';
import { Collector } from './collector';
import { CONFIG, readStorageConfig } from './config';
import { storageDatabase } from './data-source';
import { DeletedAccountsHandler } from './deleted-accounts.handler';
import { DeletedAccountsRepository } from './deleted-accounts.repository';
import { DeliveriesHandler } from './deliveries.handler';
import { DeliveriesRepository } from './deliveries.repository';
import { FileListRepository } from './file-list.repository';
import { FilesHandler } from './files.handler';
import { FilesRepository } from './files.repository';
import { FoldersHandler } from './folders.handler';
import { FoldersRepository } from './folders.repository';
import { StoredGauge } from './stored.gauge';
import { Sweeper } from './sweeper';
import { UploadsHandler } from './uploads.handler';
import { UploadsRepository } from './uploads.repository';

@Module(
  service({
    name: 'storage',
    commands: storage,
    events: storageEvents,
    entities: storageDatabase.entities,
    migrations: storageDatabase.migrations,
    needs: ['object-store'],
    handlers: [FoldersHandler, FilesHandler, BinHandler, UploadsHandler, DeliveriesHandler, DeletedAccountsHandler],
    providers: [
      { provide: CONFIG, useFactory: readStorageConfig },
      FoldersRepository,
      FilesRepository,
      FileListRepository,
      UploadsRepository,
      BinRepository,
      DeliveriesRepository,
      DeletedAccountsRepository,
      Sweeper,
      Collector,
      StoredGauge,
    ],
  }),
)
export class StorageModule {}
