import { boot } from '@tradepost/service-kit/runtime/boot';
import { StorageModule } from './app.module';

void boot('storage', StorageModule);
