import { boot } from '@tradepost/service-kit/runtime/boot';
import { RequestsModule } from './app.module';

void boot('requests', RequestsModule);
