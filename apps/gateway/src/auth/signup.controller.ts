import { Controller, Req, Res } from '@nestjs/common';
import { routes } from '@tradepost/contracts/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { keepTicket, ticketOf } from './signup-ticket';

/** Signup and its codes. Browsers send the ticket as a cookie, programs in the body. */
@Controller()
export class SignupController {
  @Http(routes.signup)
  async signup(
    @Call() call: RouteCall<typeof routes.signup>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await call.forward();
    keepTicket(request, reply, answer.ticket);
    return answer;
  }

  @Http(routes.signupReceiver)
  async signupReceiver(
    @Call() call: RouteCall<typeof routes.signupReceiver>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await call.forward();
    keepTicket(request, reply, answer.ticket);
    return answer;
  }

  @Http(routes.resendOtp)
  resendOtp(@Call() call: RouteCall<typeof routes.resendOtp>, @Req() request: FastifyRequest) {
    return call.forward(ticketFor(call, request));
  }

  @Http(routes.verifyOtp)
  async verifyOtp(
    @Call() call: RouteCall<typeof routes.verifyOtp>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await call.forward(ticketFor(call, request));
    if (answer.user && ticketOf(request)) keepTicket(request, reply, '');
    return answer;
  }
}

/** The ticket of the body comes first. */
function ticketFor({ input }: { input: Readonly<Record<string, unknown>> }, request: FastifyRequest) {
  const ticket = ticketOf(request);
  return input.ticket === undefined && ticket ? { ticket } : {};
}
