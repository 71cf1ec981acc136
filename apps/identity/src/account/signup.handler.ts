import { Controller, Inject } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { hour } from '@tradepost/service-kit/runtime/durations';
import { AccountsRepository } from './accounts.repository';
import { assertNotBreached } from './breached-passwords';
import { OneTimeCodes } from '../code/one-time-codes';
import { CompaniesRepository } from '../company/companies.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { Passwords } from './passwords';
import { SessionRevoker } from '../session/session-revoker';
import { Tokens } from '../session/tokens';

/** Signup, verification of the e-mail address and password reset. No answer reveals whether an address has an account. */
@Controller()
export class SignupHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly passwords: Passwords,
    private readonly codes: OneTimeCodes,
    private readonly tokens: Tokens,
    private readonly sessionRevoker: SessionRevoker,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.signup)
  async signup({ email, password, firstName, lastName, userType }: In<typeof identity.signup>, actor: Actor) {
    assertNotBreached(password);
    const pending = { firstName, lastName, userType, ...(await this.passwords.stored(email, password, null)) };
    const account = await this.db.transaction(async (tx) => {
      await this.repository.lockSignup(tx, email);
      const known = await this.repository.byEmail(email, tx);
      if (known?.verifiedAt) {
        const data = {
          firstName: known.firstName,
          loginLink: `${this.config.ORIGIN}${known.userType === 'receiver' ? '/receiver/login' : '/login'}`,
          resetLink: `${this.config.ORIGIN}/password-reset`,
        };
        await this.outbox.job(
          tx,
          sendMail,
          { template: 'existing-account', to: known.email, data },
          { key: `existing-account-${known.id}-${Math.floor(Date.now() / hour)}` },
        );
        return null;
      }
      if (known) return known;
      const created = await this.repository.insertUnverified(tx, email, pending);
      await this.outbox.event(tx, identityEvents.userSignedUp, { userId: created.id, email, userType }, actor);
      return created;
    });
    await this.codes.send(account, 'signup', pending);
    return { message: 'Please check your email for the verification code', email };
  }

  @Handle(identity.resendOtp)
  async resendOtp({ email }: In<typeof identity.resendOtp>) {
    const account = await this.repository.byEmail(email);
    const isUnfinished = account && (!account.verifiedAt || !(await this.companies.byOwner(account.id)));
    await this.codes.send(isUnfinished ? account : null, 'signup');
    return { message: 'New Otp is generated' };
  }

  @Handle(identity.requestReset)
  async requestReset({ email }: In<typeof identity.requestReset>) {
    await this.codes.send(await this.repository.byEmail(email), 'password-reset');
    return { message: 'If this email has an account, a verification code was sent to it' };
  }

  @Handle(identity.verifyOtp)
  async verifyOtp({ email, otp, purpose }: In<typeof identity.verifyOtp>, actor: Actor) {
    return this.codes.redeem(await this.repository.byEmail(email), purpose, otp, async (tx, account, { pending }) => {
      if (await this.repository.markVerified(tx, account.id, pending)) {
        await this.outbox.event(tx, identityEvents.emailVerified, { userId: account.id, email: account.email }, actor);
      }
      const verified = { ...account, ...pending };
      const { token } = await this.tokens.issue(tx, verified, purpose === 'signup' ? 'onboarding' : 'password-reset', {
        actor,
      });
      return {
        verified: true as const,
        token,
        ...(purpose === 'signup' && { user: await this.repository.userOf(verified, tx) }),
      };
    });
  }

  @Handle(identity.resetPassword)
  async resetPassword({ password }: In<typeof identity.resetPassword>, actor: UserActor) {
    assertNotBreached(password);
    const stored = await this.passwords.stored(actor.email, password, await this.repository.byId(actor.userId));
    return this.db.transaction(async (tx) => {
      await this.repository.lockReset(tx, actor.userId);
      const ended = await this.sessionRevoker.revoke(tx, actor, actor.userId);
      // the token works once: a second use finds its session ended
      if (!ended.includes(actor.sessionId)) throw new AppError('UNAUTHENTICATED');
      await this.repository.setPassword(tx, actor.userId, stored);
      await this.outbox.event(tx, identityEvents.passwordReset, { userId: actor.userId, email: actor.email }, actor);
      await this.outbox.job(
        tx,
        sendMail,
        {
          template: 'password-changed',
          to: actor.email,
          data: { firstName: actor.firstName, resetLink: `${this.config.ORIGIN}/password-reset` },
        },
        { key: `password-changed-${actor.sessionId}` },
      );
      return { message: 'Your password has been changed. Please sign in.' };
    });
  }
}
