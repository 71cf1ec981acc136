import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { Infra, InfraModule } from '@tradepost/service-kit/infra.module';
import { openScanner } from '@tradepost/service-kit/scanner/open';
import { Scanner } from '@tradepost/service-kit/scanner/scanner';
import { AccountController } from './account/account.controller';
import { AdminController } from './admin/admin.controller';
import { AccessGuard } from './auth/access.guard';
import { AccountsController } from './auth/accounts.controller';
import { ApiKeys } from './auth/api-keys';
import { ApiKeysController } from './auth/api-keys.controller';
import { JwtStrategy } from './auth/jwt.strategy';
import { Sessions } from './auth/sessions';
import { SignedUrls } from './auth/signed-urls';
import { CONFIG, configProvider, type GatewayConfig } from './config';
import { KeysController } from './auth/keys.controller';
import { DocsController } from './docs/docs.controller';
import { FilesController } from './files/files.controller';
import { KeptFile } from './files/kept-file';
import { ResumableController } from './files/resumable.controller';
import { FolderFilesController } from './folders/folder-files.controller';
import { FoldersController } from './folders/folders.controller';
import { ReceivedController } from './folders/received.controller';
import { HealthController } from './health/health.controller';
import { Mounts } from './http/mounts';
import { KycDocumentsController } from './kyc/kyc-documents.controller';
import { KycController } from './kyc/kyc.controller';
import { LiveController } from './live/live.controller';
import { LogsController } from './logs/logs.controller';
import { NotificationsController } from './notifications/notifications.controller';
import { RequestsController } from './requests/requests.controller';
import { TransfersController } from './transfers/transfers.controller';
import { WebhooksController } from './webhooks/webhooks.controller';

@Module({
  imports: [InfraModule, PassportModule, DiscoveryModule],
  controllers: [
    AccountsController,
    KeysController,
    ApiKeysController,
    KycController,
    KycDocumentsController,
    FoldersController,
    ReceivedController,
    FolderFilesController,
    FilesController,
    ResumableController,
    RequestsController,
    TransfersController,
    LogsController,
    NotificationsController,
    WebhooksController,
    AccountController,
    AdminController,
    LiveController,
    HealthController,
    DocsController,
  ],
  providers: [
    configProvider,
    { provide: Scanner, inject: [CONFIG], useFactory: ({ SCANNER_URL }: GatewayConfig) => openScanner(SCANNER_URL) },
    JwtStrategy,
    Sessions,
    ApiKeys,
    SignedUrls,
    KeptFile,
    Mounts,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class GatewayModule implements OnApplicationShutdown {
  constructor(private readonly infra: Infra) {}

  onApplicationShutdown() {
    return this.infra.close();
  }
}
