import { boot } from '@tradepost/service-kit/boot';
import { KycModule } from './app.module';

void boot('kyc', KycModule);
