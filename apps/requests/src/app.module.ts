import { Module } from '@nestjs/common';
import { approvalEvents, assignmentEvents, requestEvents, requests } from '@tradepost/contracts/requests';
import { KnownMembersRepository } from '@tradepost/service-kit/members/known-members.repository';
import { service } from '@tradepost/service-kit/runtime/service';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { PepperedCodes } from '@tradepost/service-kit/security/peppered-codes';
import { ApprovalsHandler } from './approval/approvals.handler';
import { ApprovalsRepository } from './approval/approvals.repository';
import { AssigneesHandler } from './assignment/assignees.handler';
import { AssignmentsHandler } from './assignment/assignments.handler';
import { AssignmentsRepository } from './assignment/assignments.repository';
import { AcceptanceHandler } from './request/acceptance.handler';
import { ArchiveHandler } from './archive/archive.handler';
import { Archives } from './archive/archives';
import { CommentsHandler } from './comment/comments.handler';
import { CommentsRepository } from './comment/comments.repository';
import { CONFIG, readRequestsConfig, type RequestsConfig } from './config';
import { requestsDatabase } from './data-source';
import { RequestsAccountDeletionHandler } from './request/account-deletion.handler';
import { DetailsHandler } from './history/details.handler';
import { DownloadsRepository } from './transfer/downloads.repository';
import { Grants } from './grants/grants';
import { ManifestSigner } from './archive/manifest-signer';
import { PartnershipEndHandler } from './partnership/partnership-end.handler';
import { Partnerships } from './partnership/partnerships';
import { PartnershipsRepository } from './partnership/partnerships.repository';
import { ReceiverKeys } from './grants/receiver-keys';
import { ReceiverKeysRepository } from './grants/receiver-keys.repository';
import { RequestSearchHandler } from './request/request-search.handler';
import { RequestSearchRepository } from './request/request-search.repository';
import { RequestsHandler } from './request/requests.handler';
import { ListedFilesRepository } from './request/listed-files.repository';
import { RequestListsRepository } from './request/request-lists.repository';
import { RequestsRepository } from './request/requests.repository';
import { SealingHandler } from './grants/sealing.handler';
import { NewSignatures } from './signature/new-signatures';
import { SignedRequests } from './signature/signed-requests';
import { SigningHandler } from './signature/signing.handler';
import { StepUpHandler } from './step-up/step-up.handler';
import { StepUpRepository } from './step-up/step-up.repository';
import { TransferLifecycleHandler } from './transfer/transfer-lifecycle.handler';
import { TransferLinks } from './transfer/transfer-links';
import { TransferListsRepository } from './transfer/transfer-lists.repository';
import { TransferSweeper } from './transfer/transfer.sweeper';
import { TransfersHandler } from './transfer/transfers.handler';
import { TransfersRepository } from './transfer/transfers.repository';

@Module(
  service({
    name: 'requests',
    commands: requests,
    events: { ...requestEvents, ...approvalEvents, ...assignmentEvents },
    entities: requestsDatabase.entities,
    migrations: requestsDatabase.migrations,
    needs: ['queue', 'object-store'],
    handlers: [
      RequestsHandler,
      RequestSearchHandler,
      StepUpHandler,
      ApprovalsHandler,
      CommentsHandler,
      AssignmentsHandler,
      AssigneesHandler,
      AcceptanceHandler,
      TransfersHandler,
      TransferLifecycleHandler,
      ArchiveHandler,
      SealingHandler,
      SigningHandler,
      DetailsHandler,
      RequestsAccountDeletionHandler,
      PartnershipEndHandler,
    ],
    providers: [
      { provide: CONFIG, useFactory: readRequestsConfig },
      {
        provide: PepperedCodes,
        inject: [CONFIG],
        useFactory: (config: RequestsConfig) => new PepperedCodes(keysOf('CODE_PEPPER', config)),
      },
      RequestsRepository,
      ListedFilesRepository,
      RequestListsRepository,
      RequestSearchRepository,
      ApprovalsRepository,
      CommentsRepository,
      AssignmentsRepository,
      KnownMembersRepository,
      StepUpRepository,
      TransfersRepository,
      TransferListsRepository,
      DownloadsRepository,
      TransferLinks,
      Archives,
      ReceiverKeys,
      ReceiverKeysRepository,
      Grants,
      SignedRequests,
      NewSignatures,
      ManifestSigner,
      Partnerships,
      PartnershipsRepository,
      TransferSweeper,
    ],
  }),
)
export class RequestsModule {}
