import { boot } from '@tradepost/service-kit/runtime/boot';
import { WorkerMailModule } from './app.module';

void boot('worker-mail', WorkerMailModule);
