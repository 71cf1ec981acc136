import { randomBytes } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { hour } from '@tradepost/service-kit/runtime/durations';
import { AccountsRepository } from './accounts.repository';
import { assertNotWeak } from './new-password';
import { CodeLimits } from '../code/code-limits';
import { OneTimeCodes } from '../code/one-time-codes';
import type { SignupAttemptRow } from '../signup/signup-attempt.entity';
import { SignupAttempts } from '../signup/signup-attempts';
import type { AccountRow } from './account.entity';
import { CONFIG, type IdentityConfig } from '../config';
import { HashingQueue } from './hashing-queue';
import { Passwords } from './passwords';
import { SessionRevoker } from '../session/session-revoker';
import { Tokens } from '../session/tokens';

/** Signup, verification of the e-mail address and password reset. No answer reveals whether an address has an account. */
@Controller()
export class SignupHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly attempts: SignupAttempts,
    private readonly passwords: Passwords,
    private readonly codes: OneTimeCodes,
    private readonly limits: CodeLimits,
    private readonly hashing: HashingQueue,
    private readonly tokens: Tokens,
    private readonly sessionRevoker: SessionRevoker,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.signup)
  async signup(input: In<typeof identity.signup>, actor: Actor) {
    assertNotWeak(input.password, input.email);
    await this.limits.takeSignup(input.email, actor);
    return this.hashing.run(actor, () => this.openAttempt(input, actor));
  }

  private async openAttempt(
    { email, password, firstName, lastName, userType, language }: In<typeof identity.signup>,
    actor: Actor,
  ) {
    const pending = {
      firstName,
      lastName,
      userType,
      language: language ?? null,
      ...(await this.passwords.stored(email, password, null)),
    };
    const { attempt, ticket, isKnown } = await this.db.transaction(async (tx) => {
      const known = await this.repository.byEmail(email, tx);
      // also with an account: sign-in with this password is answered alike, so that the answer reveals no account
      const opened = await this.attempts.open(tx, email, pending, actor);
      if (known) await this.mailOwner(tx, known, opened.attempt);
      return { ...opened, isKnown: known !== null };
    });
    await this.codes.send(isKnown ? null : this.attempts.codeOwner(attempt), 'signup', (code) =>
      this.attempts.mail(attempt, code),
    );
    return { message: 'Please check your email for the verification code', email, ticket };
  }

  @Handle(identity.resendOtp)
  async resendOtp({ email, ticket }: In<typeof identity.resendOtp>, actor: Actor) {
    const [found, known] = [await this.attempts.find(email, { ticket }), await this.repository.byEmail(email)];
    // only the one who made the attempt may know how many mails were sent
    const may = await this.limits.takeSignupCode(email, actor, { isMaker: Boolean(ticket && found) });
    await this.hashing.run(actor, () =>
      this.codes.send(may && found && !known ? this.attempts.codeOwner(found.attempt) : null, 'signup', (code) =>
        this.attempts.mail(found!.attempt, code),
      ),
    );
    return { message: 'New Otp is generated' };
  }

  @Handle(identity.requestReset)
  async requestReset({ email }: In<typeof identity.requestReset>, actor: Actor) {
    const as = await this.limits.takeResetCode(email, actor);
    const account = await this.repository.byEmail(email);
    await this.hashing.run(actor, () =>
      this.codes.send(this.codes.accountOwner(account, as), 'password-reset', (code) => ({
        template: 'reset-code',
        to: account?.email ?? email,
        data: { firstName: account?.firstName ?? '', code },
      })),
    );
    return { message: 'If this email has an account, a verification code was sent to it' };
  }

  @Handle(identity.verifyOtp)
  verifyOtp(
    { email, otp, purpose, ticket, attempt }: In<typeof identity.verifyOtp>,
    actor: Actor,
  ): Promise<Out<typeof identity.verifyOtp>> {
    return this.hashing.run(actor, () =>
      purpose === 'signup'
        ? this.verifySignup(email, otp, { ticket, linked: attempt }, actor)
        : this.verifyReset(email, otp, actor),
    );
  }

  @Handle(identity.resetPassword)
  async resetPassword({ password }: In<typeof identity.resetPassword>, actor: UserActor) {
    assertNotWeak(password, actor.email);
    const stored = await this.passwords.stored(actor.email, password, await this.repository.byId(actor.userId));
    return this.db.transaction(async (tx) => {
      await this.repository.lock(tx, actor.userId);
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

  /** A person who opens a mailed link without the ticket may not know who made the attempt: its password never takes effect. */
  private async verifySignup(
    email: string,
    otp: string,
    which: { ticket?: string | undefined; linked?: string | undefined },
    actor: Actor,
  ) {
    const found = await this.attempts.find(email, which);
    const instead =
      found && !found.held ? await this.passwords.stored(email, randomBytes(32).toString('base64url'), null) : null;
    const owner = found && this.attempts.codeOwner(found.attempt);
    return this.codes.redeem(owner, 'signup', otp, async (tx) => {
      const account = await this.attempts.prove(tx, found!.attempt, instead, actor);
      if (instead) {
        const { token } = this.tokens.issue(tx, account, 'password-reset', { actor });
        return { verified: true as const, token, passwordNeeded: true as const };
      }
      const { token } = this.tokens.issue(tx, account, 'onboarding', { actor });
      return { verified: true as const, token, user: await this.repository.userOf(account, tx) };
    });
  }

  private async verifyReset(email: string, otp: string, actor: Actor) {
    const account = await this.repository.byEmail(email);
    const as = await this.limits.accountKey(email, actor);
    return this.codes.redeem(this.codes.accountOwner(account, as), 'password-reset', otp, async (tx) => {
      const { token } = this.tokens.issue(tx, account!, 'password-reset', { actor });
      return { verified: true as const, token };
    });
  }

  private async mailOwner(tx: Tx, { id, email, firstName, userType }: AccountRow, attempt: SignupAttemptRow) {
    const data = {
      firstName,
      loginLink: `${this.config.ORIGIN}${userType === 'receiver' ? '/receiver/login' : '/login'}`,
      resetLink: `${this.config.ORIGIN}/password-reset`,
      at: attempt.createdAt.toISOString(),
      ip: attempt.ip,
      agent: attempt.agent,
    };
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'existing-account', to: email, data },
      { key: `existing-account-${id}-${Math.floor(Date.now() / hour)}` },
    );
  }
}
