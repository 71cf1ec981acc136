import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { routes } from '@tradepost/contracts/routes';
import { webhooks } from '@tradepost/contracts/webhooks';
import { Rpc } from '@tradepost/service-kit/rpc';
import { Http, Input, Me } from '../http/route.decorator';

@Controller()
export class WebhooksController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.webhooks)
  list(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.list, input, actor);
  }

  @Http(routes.createWebhook)
  create(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.create, input, actor);
  }

  @Http(routes.changeWebhook)
  change(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.change, input, actor);
  }

  @Http(routes.removeWebhook)
  remove(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.remove, input, actor);
  }

  @Http(routes.switchWebhook)
  switch(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.switch, input, actor);
  }

  @Http(routes.rotateWebhookSecret)
  rotate(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.rotate, input, actor);
  }

  @Http(routes.testWebhook)
  test(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.test, input, actor);
  }

  @Http(routes.webhookDeliveries)
  deliveries(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.deliveries, input, actor);
  }

  @Http(routes.replayDelivery)
  replay(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.replay, input, actor);
  }

  @Http(routes.replayFailedDeliveries)
  replayFailed(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(webhooks.replayFailed, input, actor);
  }
}
