import { Module } from '@nestjs/common';
import { AuditModule } from '@tradepost/audit-log/app.module';
import { GatewayModule } from '@tradepost/gateway/app.module';
import { IdentityModule } from '@tradepost/identity/app.module';
import { KycModule } from '@tradepost/kyc/app.module';
import { NotificationModule } from '@tradepost/notification/app.module';
import { RequestsModule } from '@tradepost/requests/app.module';
import { StorageModule } from '@tradepost/storage/app.module';
import { WorkerMailModule } from '@tradepost/worker-mail/app.module';
import { WorkerZipModule } from '@tradepost/worker-zip/app.module';

/** Every app in one process: what answers first, what serves people last. */
@Module({
  imports: [
    IdentityModule,
    KycModule,
    StorageModule,
    RequestsModule,
    NotificationModule,
    AuditModule,
    WorkerMailModule,
    WorkerZipModule,
    GatewayModule,
  ],
})
export class AllInOneModule {}
