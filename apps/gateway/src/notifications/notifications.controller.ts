import { Controller, Headers, Res } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { notification } from '@tradepost/contracts/notification';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply } from 'fastify';
import { Http, Input, Me } from '../http/route.decorator';
import { askPage, donePage } from './unsubscribe.page';

@Controller()
export class NotificationsController {
  constructor(private readonly rpc: Rpc) {}

  @Http(routes.notifications)
  feed(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(notification.feed, input, actor);
  }

  @Http(routes.readNotifications)
  markRead(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(notification.markRead, input, actor);
  }

  @Http(routes.notificationPreferences)
  preferences(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(notification.preferences, input, actor);
  }

  @Http(routes.saveNotificationPreferences)
  savePreferences(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(notification.savePreferences, input, actor);
  }

  @Http(routes.unsubscription)
  async unsubscription(@Input() input: any, @Me() actor: Actor, @Res({ passthrough: true }) reply: FastifyReply) {
    const page = askPage(await this.rpc.call(notification.unsubscription, input, actor));
    void reply.type('text/html; charset=utf-8');
    return page;
  }

  /** A mail program wants to know that it worked, a person to read it. */
  @Http(routes.unsubscribe)
  async unsubscribe(
    @Input() input: any,
    @Me() actor: Actor,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.rpc.call(notification.unsubscribe, input, actor);
    if (!accept?.includes('text/html')) return answer;
    void reply.type('text/html; charset=utf-8');
    return donePage(answer.message);
  }
}
