import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { storage } from '@tradepost/contracts/storage';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Key, Me } from '../http/route.decorator';

@Controller()
export class FoldersController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.folders)
  list(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.folders, input, actor);
  }

  @Http(routes.createFolder)
  create(@Input() input: any, @Me() actor: Actor, @Key() idempotencyKey?: string) {
    return this.rpc.call(storage.createFolder, input, actor, { idempotencyKey });
  }

  @Http(routes.renameFolder)
  rename(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.renameFolder, input, actor);
  }

  @Http(routes.describeFolder)
  describe(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.describeFolder, input, actor);
  }

  @Http(routes.deleteFolder)
  remove(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.deleteFolder, input, actor);
  }

  @Http(routes.deliver)
  deliver(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.deliver, input, actor);
  }

  @Http(routes.changeAccess)
  changeAccess(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.changeAccess, input, actor);
  }

  @Http(routes.withdraw)
  withdraw(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.withdraw, input, actor);
  }

  @Http(routes.stats)
  stats(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(storage.stats, input, actor);
  }
}
