import { boot } from '@tradepost/service-kit/runtime/boot';
import { AuditModule } from './app.module';

void boot('audit-log', AuditModule);
