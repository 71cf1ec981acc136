import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { requests } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Key, Me } from '../http/route.decorator';

@Controller()
export class RequestsController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.createRequest)
  create(@Input() input: any, @Me() actor: Actor, @Key() idempotencyKey?: string) {
    return this.rpc.call(requests.create, input, actor, { idempotencyKey });
  }

  @Http(routes.companyRequests)
  ofCompany(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.ofCompany, input, actor);
  }

  @Http(routes.myRequests)
  mine(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.mine, input, actor);
  }

  @Http(routes.createAcceptCode)
  createCode(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.createCode, input, actor);
  }

  @Http(routes.verifyAcceptCode)
  verifyCode(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.verifyCode, input, actor);
  }

  @Http(routes.toSeal)
  toSeal(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.toSeal, input, actor);
  }

  @Http(routes.manifestKey)
  manifestKey(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.manifestKey, input, actor);
  }

  @Http(routes.confirmRequest)
  confirm(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.confirm, input, actor);
  }

  @Http(routes.rejectRequest)
  reject(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.reject, input, actor);
  }

  @Http(routes.rejectRequests)
  rejectMany(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.rejectMany, input, actor);
  }

  @Http(routes.withdrawRequest)
  withdraw(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.withdraw, input, actor);
  }

  @Http(routes.recordDownload)
  recordDownload(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.recordDownload, input, actor);
  }

  @Http(routes.transfers)
  transfers(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.transfers, input, actor);
  }

  @Http(routes.myTransfers)
  myTransfers(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.myTransfers, input, actor);
  }

  @Http(routes.revokeTransfer)
  revoke(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.revoke, input, actor);
  }

  @Http(routes.extendTransfer)
  extend(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.extend, input, actor);
  }

  @Http(routes.resendTransferLink)
  resendLink(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.resendLink, input, actor);
  }

  @Http(routes.askAgain)
  askAgain(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(requests.askAgain, input, actor);
  }
}
