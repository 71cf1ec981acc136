import { start } from '@tradepost/service-kit/runtime/boot';
import { GatewayModule } from './app.module';
import { serve } from './serve';

void start('gateway', () => serve(GatewayModule));
