import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';

@Controller()
export class AdminController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.kycCases)
  cases(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.cases, input, actor);
  }

  @Http(routes.kycCase)
  case(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.case, input, actor);
  }

  @Http(routes.decideKycCase)
  decide(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.decide, input, actor);
  }

  @Http(routes.claimKycCase)
  claim(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.claim, input, actor);
  }

  @Http(routes.releaseKycCase)
  release(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.release, input, actor);
  }

  @Http(routes.noteKycCase)
  note(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.note, input, actor);
  }

  @Http(routes.checkKycDocument)
  checkDocument(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.checkDocument, input, actor);
  }

  @Http(routes.remarkKycField)
  remark(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.remark, input, actor);
  }

  @Http(routes.auditEntries)
  entries(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.entries, input, actor);
  }

  @Http(routes.verifyAudit)
  verify(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(audit.verify, input, actor);
  }
}
