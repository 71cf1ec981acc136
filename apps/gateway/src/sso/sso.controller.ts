import { Controller, Req, Res } from '@nestjs/common';
import { routes } from '@tradepost/contracts/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bindingOf, withBrowserBinding } from '../auth/browser-binding';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { ssoBrowserOf, withSsoBrowser } from './sso-cookie';

/** Single sign-on: a sign-in is finished by the browser that has started it. */
@Controller()
export class SsoController {
  @Http(routes.startSso)
  startSso(
    @Call() call: RouteCall<typeof routes.startSso>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withSsoBrowser(request, reply, (browser) => call.forward({ browser }));
  }

  @Http(routes.startSsoLink)
  startSsoLink(
    @Call() call: RouteCall<typeof routes.startSsoLink>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withSsoBrowser(request, reply, (browser) => call.forward({ browser }));
  }

  @Http(routes.finishSso)
  finishSso(
    @Call() call: RouteCall<typeof routes.finishSso>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withBrowserBinding(request, reply, (binding) =>
      call.forward({ binding, replaces: binding && bindingOf(request), browser: ssoBrowserOf(request) }),
    );
  }
}
