import { boot } from '@tradepost/service-kit/boot';
import { StorageModule } from './app.module';

void boot('storage', StorageModule);
