import { boot } from '@tradepost/service-kit/boot';
import { WorkerZipModule } from './app.module';

void boot('worker-zip', WorkerZipModule);
