import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';
import { ApiKeys } from './api-keys';

@Controller()
export class ApiKeysController {
  constructor(
    private readonly rpc: Rpc,
    private readonly keys: ApiKeys,
  ) {}

  @Http(routes.createApiKey)
  create(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.createApiKey, input, actor);
  }

  @Http(routes.apiKeys)
  list(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.apiKeys, input, actor);
  }

  @Http(routes.ownKey)
  own(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.ownKey, input, actor);
  }

  @Http(routes.revokeApiKey)
  revoke(@Input() input: any, @Me() actor: Actor) {
    // this process's next call must not wait for the event
    return this.rpc.call(identity.revokeApiKey, input, actor).finally(() => this.keys.forget(String(input.id)));
  }
}
