import { boot } from '@tradepost/service-kit/runtime/boot';
import { IdentityModule } from './app.module';

void boot('identity', IdentityModule);
