import { Controller, Req, Res } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { routes } from '@tradepost/contracts/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteCall } from '../http/route-call';
import { Call, Http } from '../http/route.decorator';
import { ApiKeys } from './api-keys';
import { bindingOf, clearBinding, withBrowserBinding } from './browser-binding';
import { withDevice } from './device-cookie';
import { Sessions } from './sessions';

type Browser = Record<'binding' | 'replaces' | 'device', string | undefined>;

/** A browser gets a new session in place of its present one. */
const signIn = <T>(request: FastifyRequest, reply: FastifyReply, open: (browser: Browser) => Promise<T>) =>
  withDevice(request, reply, (device) =>
    withBrowserBinding(request, reply, (binding) => open({ binding, replaces: binding && bindingOf(request), device })),
  );

/** Routes that begin, end or change a session. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
  ) {}

  @Http(routes.login)
  login(
    @Call() call: RouteCall<typeof routes.login>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return signIn(request, reply, (browser) => call.forward(browser));
  }

  @Http(routes.loginReceiver)
  loginReceiver(
    @Call() call: RouteCall<typeof routes.loginReceiver>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return signIn(request, reply, (browser) => call.forward(browser));
  }

  @Http(routes.passkeyLogin)
  passkeyLogin(
    @Call() call: RouteCall<typeof routes.passkeyLogin>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return signIn(request, reply, (browser) => call.forward(browser));
  }

  @Http(routes.passkeyLoginReceiver)
  passkeyLoginReceiver(
    @Call() call: RouteCall<typeof routes.passkeyLoginReceiver>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return signIn(request, reply, (browser) => call.forward(browser));
  }

  @Http(routes.confirmTotp)
  confirmTotp(
    @Call() call: RouteCall<typeof routes.confirmTotp>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const confirm = (binding?: string) => call.forward({ binding });
    return call.actor.scope === 'enrolment' ? withBrowserBinding(request, reply, confirm) : confirm();
  }

  @Http(routes.saveCompany)
  saveCompany(
    @Call() call: RouteCall<typeof routes.saveCompany>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const save = (binding?: string) => this.forgetAfter(call.actor, call.forward({ binding }));
    return call.actor.scope === 'onboarding' ? withBrowserBinding(request, reply, save) : save();
  }

  @Http(routes.switchCompany)
  switchCompany(
    @Call() call: RouteCall<typeof routes.switchCompany>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withBrowserBinding(request, reply, (binding) => this.forgetAfter(call.actor, call.forward({ binding })));
  }

  @Http(routes.leaveCompany)
  leaveCompany(@Call() call: RouteCall<typeof routes.leaveCompany>) {
    return this.forgetAfter(call.actor, call.forward());
  }

  @Http(routes.removeMember)
  removeMember(@Call() call: RouteCall<typeof routes.removeMember>) {
    return this.forgetAfter({ userId: String(call.input.id) }, call.forward());
  }

  @Http(routes.changeMemberRoles)
  changeMemberRoles(@Call() call: RouteCall<typeof routes.changeMemberRoles>) {
    return this.forgetAfter({ userId: String(call.input.id) }, call.forward());
  }

  @Http(routes.suspendPerson)
  suspendPerson(@Call() call: RouteCall<typeof routes.suspendPerson>) {
    return this.forgetAfter({ userId: String(call.input.id) }, call.forward());
  }

  @Http(routes.logout)
  logout(
    @Call() call: RouteCall<typeof routes.logout>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    clearBinding(request, reply);
    return this.forgetAfter(call.actor, call.forward());
  }

  @Http(routes.resetPassword)
  resetPassword(@Call() call: RouteCall<typeof routes.resetPassword>) {
    return this.forgetAfter(call.actor, call.forward());
  }

  @Http(routes.changePassword)
  changePassword(@Call() call: RouteCall<typeof routes.changePassword>) {
    return this.forgetAfter(call.actor, call.forward());
  }

  @Http(routes.endSession)
  endSession(@Call() call: RouteCall<typeof routes.endSession>) {
    return this.forgetAfter(call.actor, call.forward());
  }

  @Http(routes.endOtherSessions)
  endOtherSessions(@Call() call: RouteCall<typeof routes.endOtherSessions>) {
    return this.forgetAfter(call.actor, call.forward());
  }

  @Http(routes.removePasskey)
  removePasskey(@Call() call: RouteCall<typeof routes.removePasskey>) {
    return this.forgetAfter(call.actor, call.forward());
  }

  /** The event that clears the caches may arrive after the person's next request, or that of a program. */
  private forgetAfter<T>({ userId }: Pick<UserActor, 'userId'>, change: Promise<T>): Promise<T> {
    return change.finally(() => {
      this.sessions.forgetUser(userId);
      this.keys.forgetUser(userId);
    });
  }
}
