import { Module } from '@nestjs/common';
import { kyc, kycEvents } from '@tradepost/contracts/kyc';
import { service } from '@tradepost/service-kit/service';
import { CaseHandler } from './case.handler';
import { CONFIG, readKycConfig } from './config';
import { kycDatabase } from './data-source';
import { DeletedCompaniesSweeper } from './deleted-companies.sweeper';
import { DocumentsHandler } from './documents.handler';
import { KycRepository } from './kyc.repository';
import { Registrations } from './registrations';
import { ReverificationSweeper } from './reverification.sweeper';

@Module(
  service({
    name: 'kyc',
    commands: kyc,
    events: kycEvents,
    entities: kycDatabase.entities,
    migrations: kycDatabase.migrations,
    handlers: [CaseHandler, DocumentsHandler, DeletedCompaniesSweeper],
    providers: [{ provide: CONFIG, useFactory: readKycConfig }, KycRepository, Registrations, ReverificationSweeper],
  }),
)
export class KycModule {}
