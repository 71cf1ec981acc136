import { Inject, Injectable } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { AccountRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { assertNotBreached } from './breached-passwords';
import { Codes } from './codes';
import { CONFIG, type IdentityConfig } from './config';
import { Passwords } from './passwords';
import { SessionEnd } from './session-end';
import { Tokens } from './tokens';

const hourMs = 3_600_000;

/** From a stranger to a proven e-mail; no answer tells whether an address is known. */
@Injectable()
export class SignupHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly passwords: Passwords,
    private readonly codes: Codes,
    private readonly tokens: Tokens,
    private readonly sessionEnd: SessionEnd,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.signup)
  async signup({ email, password, kdf, firstName, lastName, userType }: In<typeof identity.signup>, actor: Actor) {
    assertNotBreached(password);
    const said = { firstName, lastName, userType, ...(await this.passwords.keep(password, kdf)) };
    const account = await this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `signup of ${email.toLowerCase()}`);
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
          { key: `existing-account-${known.id}-${Math.floor(Date.now() / hourMs)}` },
        );
        return null;
      }
      if (known) return known;
      const made = {
        id: uuidv7(),
        email,
        ...said,
        verifiedAt: null,
        createdAt: new Date(),
        suspendedAt: null,
        suspendedFor: null,
        deletionAt: null,
        deletedAt: null,
      };
      await tx.insert(AccountRow, made);
      await this.outbox.event(tx, identityEvents.userSignedUp, { userId: made.id, email, userType }, actor);
      return made;
    });
    await this.codes.send(account, 'signup', said);
    return { message: 'Please check your email for the verification code', email };
  }

  @Handle(identity.resendOtp)
  async resendOtp({ email }: In<typeof identity.resendOtp>) {
    const account = await this.repository.byEmail(email);
    const isUnfinished = account && (!account.verifiedAt || !(await this.repository.companyOf(account.id)));
    await this.codes.send(isUnfinished ? account : null, 'signup');
    return { message: 'New Otp is generated' };
  }

  @Handle(identity.requestReset)
  async requestReset({ email }: In<typeof identity.requestReset>) {
    await this.codes.send(await this.repository.byEmail(email), 'password-reset');
    return { message: 'If this email is known, a verification code is on its way' };
  }

  @Handle(identity.verifyOtp)
  async verifyOtp({ email, otp, purpose }: In<typeof identity.verifyOtp>, actor: Actor) {
    return this.codes.redeem(await this.repository.byEmail(email), purpose, otp, async (tx, account, { pending }) => {
      if (await this.repository.markVerified(tx, account.id, pending)) {
        await this.outbox.event(tx, identityEvents.emailVerified, { userId: account.id, email: account.email }, actor);
      }
      const proven = { ...account, ...pending };
      const { token } = await this.tokens.issue(tx, proven, purpose === 'signup' ? 'onboarding' : 'password-reset', {
        actor,
      });
      return {
        verified: true as const,
        token,
        ...(purpose === 'signup' && { user: await this.repository.userOf(proven, tx) }),
      };
    });
  }

  @Handle(identity.resetPassword)
  async resetPassword({ password, kdf }: In<typeof identity.resetPassword>, actor: UserActor) {
    assertNotBreached(password);
    const kept = await this.passwords.keep(password, kdf);
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, `reset of ${actor.userId}`);
      const ended = await this.sessionEnd.end(tx, actor, {}, actor.userId);
      // the ticket works once: a second use finds its session ended
      if (!ended.includes(actor.sessionId)) throw new AppError('UNAUTHENTICATED');
      await tx.update(AccountRow, actor.userId, kept);
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
