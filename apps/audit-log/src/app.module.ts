import { Module } from '@nestjs/common';
import { audit, auditEvents } from '@tradepost/contracts/audit';
import { service } from '@tradepost/service-kit/service';
import { auditDatabase } from './data-source';
import { LogHandler } from './log.handler';
import { LogRepository } from './log.repository';
import { Recorder } from './recorder';
import { ReviewHandler } from './review.handler';
import { ReviewRepository } from './review.repository';

@Module(
  service({
    name: 'audit',
    commands: audit,
    events: auditEvents,
    entities: auditDatabase.entities,
    migrations: auditDatabase.migrations,
    handlers: [LogHandler, ReviewHandler, Recorder],
    providers: [LogRepository, ReviewRepository],
  }),
)
export class AuditModule {}
