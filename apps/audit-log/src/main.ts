import { boot } from '@tradepost/service-kit/boot';
import { AuditModule } from './app.module';

void boot('audit-log', AuditModule);
