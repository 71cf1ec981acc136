import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { Infra, InfraModule } from '@tradepost/service-kit/runtime/infra.module';
import { openScanner } from '@tradepost/service-kit/security/scanner/open';
import { Scanner } from '@tradepost/service-kit/security/scanner/scanner';
import { AccountExportController } from './account/account-export.controller';
import { AuditController } from './admin/audit.controller';
import { AccessGuard } from './auth/access.guard';
import { ApiKeys } from './auth/api-keys';
import { ApiKeysController } from './auth/api-keys.controller';
import { JwtStrategy } from './auth/jwt.strategy';
import { MemberCheck } from './auth/member-check';
import { Sessions } from './auth/sessions';
import { SsoController } from './sso/sso.controller';
import { SignupController } from './auth/signup.controller';
import { SessionsController } from './auth/sessions.controller';
import { SignedUrls } from './auth/signed-urls';
import { VerifiedTokens } from './auth/verified-tokens';
import { LogoController } from './company/logo.controller';
import { CONFIG, configProvider, type GatewayConfig } from './config';
import { DocsController } from './docs/docs.controller';
import { BatchUploadController } from './files/batch-upload.controller';
import { BatchUploads } from './files/batch-uploads';
import { DownloadController } from './files/download.controller';
import { PartsController } from './files/parts/parts.controller';
import { StoreJoiner } from './files/parts/store-joiner';
import { UploadJoiner } from './files/parts/upload-joiner';
import { ResumableController } from './files/resumable.controller';
import { UploadFinalizer } from './files/upload-finalizer';
import { UploadAdmission } from './files/upload-admission';
import { UploadController } from './files/upload.controller';
import { UploadRules } from './files/upload-rules';
import { FileDetailsController } from './folders/file-details.controller';
import { FilesController } from './folders/files.controller';
import { PageCache } from './folders/page-cache';
import { ReceivedController } from './folders/received.controller';
import { HealthController } from './health/health.controller';
import { ExportAdmission } from './http/export-admission';
import { Forwarder } from './http/forwarder';
import { RouteRegistryCheck } from './http/route-registry-check';
import { KycDocumentsController } from './kyc/kyc-documents.controller';
import { KeyLogController } from './key-log/key-log.controller';
import { LiveController } from './live/live.controller';
import { UnsubscribeController } from './notifications/unsubscribe.controller';
import { ScimForwarder } from './scim/scim-forwarder';
import { SiteController } from './site/site.controller';
import { TransfersController } from './transfers/transfers.controller';

@Module({
  imports: [InfraModule, PassportModule, DiscoveryModule],
  controllers: [
    Forwarder,
    ScimForwarder,
    SessionsController,
    SsoController,
    SignupController,
    ApiKeysController,
    KycDocumentsController,
    LogoController,
    FilesController,
    FileDetailsController,
    ReceivedController,
    UploadController,
    BatchUploadController,
    ResumableController,
    PartsController,
    DownloadController,
    TransfersController,
    UnsubscribeController,
    AccountExportController,
    AuditController,
    KeyLogController,
    LiveController,
    HealthController,
    SiteController,
    DocsController,
  ],
  providers: [
    configProvider,
    { provide: Scanner, inject: [CONFIG], useFactory: ({ SCANNER_URL }: GatewayConfig) => openScanner(SCANNER_URL) },
    JwtStrategy,
    PageCache,
    Sessions,
    MemberCheck,
    ApiKeys,
    SignedUrls,
    VerifiedTokens,
    UploadFinalizer,
    UploadJoiner,
    StoreJoiner,
    BatchUploads,
    UploadAdmission,
    UploadRules,
    ExportAdmission,
    RouteRegistryCheck,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class GatewayModule implements OnApplicationShutdown {
  constructor(private readonly infra: Infra) {}

  onApplicationShutdown() {
    return this.infra.close();
  }
}
