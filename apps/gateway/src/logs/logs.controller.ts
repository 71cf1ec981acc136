import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';

@Controller()
export class LogsController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.logs)
  logs(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.logs, input, actor);
  }
}
