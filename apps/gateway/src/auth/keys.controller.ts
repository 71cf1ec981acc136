import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';

/** A person's keys, and their contacts'. */
@Controller()
export class KeysController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.prelogin)
  prelogin(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.prelogin, input, actor);
  }

  @Http(routes.keys)
  keys(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.keys, input, actor);
  }

  @Http(routes.createKeys)
  createKeys(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.createKeys, input, actor);
  }

  @Http(routes.rewrapVault)
  rewrapVault(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.rewrapVault, input, actor);
  }

  @Http(routes.confirmRecovery)
  confirmRecovery(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.confirmRecovery, input, actor);
  }

  @Http(routes.savePins)
  savePins(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.savePins, input, actor);
  }

  @Http(routes.contactKeys)
  contactKeys(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.contactKeys, input, actor);
  }

  @Http(routes.requireSealing)
  requireSealing(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.requireSealing, input, actor);
  }
}
