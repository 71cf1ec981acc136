import { Module } from '@nestjs/common';
import { kyc, kycEvents } from '@tradepost/contracts/kyc';
import { service } from '@tradepost/service-kit/runtime/service';
import { CaseHandler } from './case/case.handler';
import { CONFIG, readKycConfig } from './config';
import { kycDatabase } from './data-source';
import { DeletedCompaniesSweeper } from './case/deleted-companies.sweeper';
import { DocumentUploads } from './document/document-uploads';
import { DocumentsHandler } from './document/documents.handler';
import { KycRepository } from './case/kyc.repository';
import { Registrations } from './case/registrations';
import { ReverificationSweeper } from './case/reverification.sweeper';

@Module(
  service({
    name: 'kyc',
    commands: kyc,
    events: kycEvents,
    entities: kycDatabase.entities,
    migrations: kycDatabase.migrations,
    handlers: [CaseHandler, DocumentsHandler, DeletedCompaniesSweeper],
    providers: [
      { provide: CONFIG, useFactory: readKycConfig },
      DocumentUploads,
      KycRepository,
      Registrations,
      ReverificationSweeper,
    ],
  }),
)
export class KycModule {}
