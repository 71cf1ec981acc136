import { serve } from '@tradepost/gateway/serve';
import { start } from '@tradepost/service-kit/runtime/boot';
import { AllInOneModule } from './app.module';

void start('all-in-one', () => serve(AllInOneModule));
