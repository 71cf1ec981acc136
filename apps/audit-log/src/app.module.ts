import { Module } from '@nestjs/common';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import { service } from '@tradepost/service-kit/service';
import { Checkpoints } from './checkpoints';
import { CONFIG, readAuditConfig } from './config';
import { auditDatabase } from './data-source';
import { ExportRepository } from './export.repository';
import { LogHandler } from './log.handler';
import { LogRepository } from './log.repository';
import { Recorder } from './recorder';
import { ReviewDecisionHandler } from './review-decision.handler';
import { ReviewDesk } from './review.desk';
import { ReviewHandler } from './review.handler';
import { ReviewRepository } from './review.repository';
import { Signer } from './signer';

@Module(
  service({
    name: 'audit',
    commands: audit,
    events: auditEvents,
    entities: auditDatabase.entities,
    migrations: auditDatabase.migrations,
    handlers: [LogHandler, ReviewHandler, ReviewDecisionHandler, Recorder],
    providers: [
      { provide: CONFIG, useFactory: readAuditConfig },
      LogRepository,
      ExportRepository,
      Checkpoints,
      Signer,
      ReviewRepository,
      ReviewDesk,
    ],
  }),
)
export class AuditModule {}
