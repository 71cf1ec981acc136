import { Controller } from '@nestjs/common';
import { routes } from '@tradepost/contracts/routes';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { ApiKeys } from './api-keys';

@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeys) {}

  /** The event that clears the cache may arrive after the key's next request. */
  @Http(routes.revokeApiKey)
  revoke(@Call() call: RouteCall<typeof routes.revokeApiKey>) {
    return call.forward().finally(() => this.keys.forget(String(call.input.id)));
  }
}
