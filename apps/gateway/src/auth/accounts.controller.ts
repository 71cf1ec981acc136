import { Controller, Req, Res } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Http, Input, Me } from '../http/route.decorator';
import { bound, unbind } from './browser-binding';
import { Sessions } from './sessions';

@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: Rpc,
    private readonly sessions: Sessions,
  ) {}

  @Http(routes.signup)
  signup(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.signup, input, actor);
  }

  @Http(routes.signupReceiver)
  signupReceiver(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.signup, input, actor);
  }

  @Http(routes.resendOtp)
  resendOtp(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.resendOtp, input, actor);
  }

  @Http(routes.requestReset)
  requestReset(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.requestReset, input, actor);
  }

  @Http(routes.verifyOtp)
  verifyOtp(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.verifyOtp, input, actor);
  }

  @Http(routes.login)
  login(
    @Input() input: any,
    @Me() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return bound(request, reply, (binding) => this.rpc.call(identity.login, { ...input, binding }, actor));
  }

  @Http(routes.loginReceiver)
  loginReceiver(
    @Input() input: any,
    @Me() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return bound(request, reply, (binding) => this.rpc.call(identity.login, { ...input, binding }, actor));
  }

  @Http(routes.confirmTotp)
  confirmTotp(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const confirm = (binding?: string) => this.rpc.call(identity.confirmTotp, { ...input, binding }, actor);
    return actor.scope === 'enrolment' ? bound(request, reply, confirm) : confirm();
  }

  @Http(routes.beginTotp)
  beginTotp(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.beginTotp, input, actor);
  }

  @Http(routes.endTotp)
  endTotp(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.endTotp, input, actor);
  }

  @Http(routes.renewRecoveryCodes)
  renewRecoveryCodes(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.renewRecoveryCodes, input, actor);
  }

  @Http(routes.changePassword)
  changePassword(@Input() input: any, @Me() actor: UserActor) {
    return this.felt(actor, this.rpc.call(identity.changePassword, input, actor));
  }

  @Http(routes.sessions)
  listSessions(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.sessions, input, actor);
  }

  @Http(routes.endSession)
  endSession(@Input() input: any, @Me() actor: UserActor) {
    return this.felt(actor, this.rpc.call(identity.endSession, input, actor));
  }

  @Http(routes.endOtherSessions)
  endOtherSessions(@Input() input: any, @Me() actor: UserActor) {
    return this.felt(actor, this.rpc.call(identity.endOtherSessions, input, actor));
  }

  @Http(routes.resendInvitation)
  resendInvitation(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.resendInvitation, input, actor);
  }

  @Http(routes.endInvitation)
  endInvitation(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.endInvitation, input, actor);
  }

  @Http(routes.me)
  me(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.me, input, actor);
  }

  @Http(routes.invite)
  invite(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.invite, input, actor);
  }

  @Http(routes.receivedInvitations)
  receivedInvitations(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.receivedInvitations, input, actor);
  }

  @Http(routes.acceptInvitation)
  acceptInvitation(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.acceptInvitation, input, actor);
  }

  @Http(routes.pendingInvitations)
  pendingInvitations(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.pendingInvitations, input, actor);
  }

  @Http(routes.sentInvitations)
  sentInvitations(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.sentInvitations, input, actor);
  }

  @Http(routes.verifiedPartners)
  verifiedPartners(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.verifiedPartners, input, actor);
  }

  @Http(routes.deliverableEmails)
  deliverableEmails(@Input() input: any, @Me() actor: Actor) {
    return this.rpc.call(identity.deliverableEmails, input, actor);
  }

  @Http(routes.logout)
  logout(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    unbind(request, reply);
    return this.felt(actor, this.rpc.call(identity.logout, input, actor));
  }

  @Http(routes.resetPassword)
  resetPassword(@Input() input: any, @Me() actor: UserActor) {
    return this.felt(actor, this.rpc.call(identity.resetPassword, input, actor));
  }

  @Http(routes.saveCompany)
  saveCompany(
    @Input() input: any,
    @Me() actor: UserActor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const save = (binding?: string) =>
      this.felt(actor, this.rpc.call(identity.saveCompany, { ...input, binding }, actor));
    return actor.scope === 'onboarding' ? bound(request, reply, save) : save();
  }

  /** What changes a session holds for this process's next call, whenever the event comes. */
  private felt<T>({ userId }: UserActor, change: Promise<T>): Promise<T> {
    return change.finally(() => this.sessions.forgetUser(userId));
  }
}
