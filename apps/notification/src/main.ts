import { boot } from '@tradepost/service-kit/boot';
import { NotificationModule } from './app.module';

void boot('notification', NotificationModule);
