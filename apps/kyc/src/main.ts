import { boot } from '@tradepost/service-kit/runtime/boot';
import { KycModule } from './app.module';

void boot('kyc', KycModule);
