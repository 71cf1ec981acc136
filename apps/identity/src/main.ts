import { boot } from '@tradepost/service-kit/boot';
import { IdentityModule } from './app.module';

void boot('identity', IdentityModule);
