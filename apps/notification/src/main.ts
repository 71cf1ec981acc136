import { boot } from '@tradepost/service-kit/runtime/boot';
import { NotificationModule } from './app.module';

void boot('notification', NotificationModule);
