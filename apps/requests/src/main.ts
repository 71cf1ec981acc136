import { boot } from '@tradepost/service-kit/boot';
import { RequestsModule } from './app.module';

void boot('requests', RequestsModule);
