import { boot } from '@tradepost/service-kit/runtime/boot';
import { WorkerZipModule } from './app.module';

void boot('worker-zip', WorkerZipModule);
