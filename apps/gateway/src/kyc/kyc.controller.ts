import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { kyc } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';

@Controller()
export class KycController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.getKyc)
  get(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(kyc.get, input, actor);
  }

  @Http(routes.saveKycProgress)
  saveProgress(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(kyc.saveProgress, input, actor);
  }
}
