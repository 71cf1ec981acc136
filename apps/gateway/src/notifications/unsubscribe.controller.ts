import { Controller, Headers, Res } from '@nestjs/common';
import { routes } from '@tradepost/contracts/routes';
import type { FastifyReply } from 'fastify';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { confirmationPage, donePage } from './unsubscribe.page';

const html = 'text/html; charset=utf-8';

@Controller()
export class UnsubscribeController {
  @Http(routes.unsubscription)
  async unsubscription(@Call() call: RouteCall<typeof routes.unsubscription>, @Res() reply: FastifyReply) {
    return reply.type(html).send(confirmationPage(await call.forward()));
  }

  /** A mail program reads the status (RFC 8058), a person the page. */
  @Http(routes.unsubscribe)
  async unsubscribe(
    @Call() call: RouteCall<typeof routes.unsubscribe>,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<FastifyReply> {
    const answer = await call.forward();
    return accept?.includes('text/html') ? reply.type(html).send(donePage(answer.message)) : reply.send(answer);
  }
}
