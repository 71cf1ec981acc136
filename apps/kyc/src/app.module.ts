import { Module } from '@nestjs/common';
import { kyc, kycEvents } from '@tradepost/contracts/kyc';
import { service } from '@tradepost/service-kit/service';
import { kycDatabase } from './data-source';
import { KycHandler } from './kyc.handler';
import { KycRepository } from './kyc.repository';

@Module(
  service({ name: 'kyc', commands: kyc, events: kycEvents, entities: kycDatabase.entities, migrations: kycDatabase.migrations, handlers: [KycHandler], providers: [KycRepository] }),
)
export class KycModule {}
