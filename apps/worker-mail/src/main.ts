import { boot } from '@tradepost/service-kit/boot';
import { WorkerMailModule } from './app.module';

void boot('worker-mail', WorkerMailModule);
