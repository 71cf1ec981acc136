import { Module } from '@nestjs/common';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { service } from '@tradepost/service-kit/service';
import { AcceptanceHandler } from './acceptance.handler';
import { ArchiveHandler } from './archive.handler';
import { Archives } from './archives';
import { CONFIG, readRequestsConfig } from './config';
import { requestsDatabase } from './data-source';
import { DeletedAccountsHandler } from './deleted-accounts.handler';
import { DownloadsRepository } from './downloads.repository';
import { Grants } from './grants';
import { Manifests } from './manifests';
import { ReceiverKeys } from './receiver-keys';
import { ReceiverKeysRepository } from './receiver-keys.repository';
import { RequestsHandler } from './requests.handler';
import { RequestsRepository } from './requests.repository';
import { SealingHandler } from './sealing.handler';
import { StepUpCodes } from './step-up.codes';
import { StepUpHandler } from './step-up.handler';
import { StepUpRepository } from './step-up.repository';
import { TransferLifeHandler } from './transfer-life.handler';
import { TransferLinks } from './transfer-links';
import { TransferListsRepository } from './transfer-lists.repository';
import { TransferSweeper } from './transfer.sweeper';
import { TransfersHandler } from './transfers.handler';
import { TransfersRepository } from './transfers.repository';

@Module(
  service({
    name: 'requests',
    commands: requests,
    events: requestEvents,
    entities: requestsDatabase.entities,
    migrations: requestsDatabase.migrations,
    needs: ['queue', 'object-store'],
    handlers: [
      RequestsHandler,
      StepUpHandler,
      AcceptanceHandler,
      TransfersHandler,
      TransferLifeHandler,
      ArchiveHandler,
      SealingHandler,
      DeletedAccountsHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readRequestsConfig },
      RequestsRepository,
      StepUpRepository,
      TransfersRepository,
      TransferListsRepository,
      DownloadsRepository,
      TransferLinks,
      Archives,
      ReceiverKeys,
      ReceiverKeysRepository,
      Grants,
      Manifests,
      TransferSweeper,
      StepUpCodes,
    ],
  }),
)
export class RequestsModule {}
