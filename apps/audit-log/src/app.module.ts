import { Module } from '@nestjs/common';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import { service } from '@tradepost/service-kit/runtime/service';
import { ChainVerifier } from './chain/chain-verifier';
import { ChainRepository } from './chain/chain.repository';
import { Checkpoints } from './chain/checkpoints';
import { CONFIG, readAuditConfig } from './config';
import { auditDatabase } from './data-source';
import { AppendRepository } from './entry/append.repository';
import { ExportRepository } from './entry/export.repository';
import { LogHandler } from './entry/log.handler';
import { LogRepository } from './entry/log.repository';
import { Recorder } from './entry/recorder';
import { TextsRepository } from './entry/texts.repository';
import { ReviewDecisionHandler } from './review/review-decision.handler';
import { ReviewCaseService } from './review/review-case.service';
import { ReviewQueueHandler } from './review/review-queue.handler';
import { ReviewRepository } from './review/review.repository';
import { Signer } from './chain/signer';

@Module(
  service({
    name: 'audit',
    commands: audit,
    events: auditEvents,
    entities: auditDatabase.entities,
    migrations: auditDatabase.migrations,
    handlers: [LogHandler, ReviewQueueHandler, ReviewDecisionHandler, Recorder],
    providers: [
      { provide: CONFIG, useFactory: readAuditConfig },
      AppendRepository,
      LogRepository,
      TextsRepository,
      ExportRepository,
      ChainRepository,
      ChainVerifier,
      Checkpoints,
      Signer,
      ReviewRepository,
      ReviewCaseService,
    ],
  }),
)
export class AuditModule {}
