import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { loginDelay, mayEnter } from './accounts.policy';
import { AccountsRepository, toCompany } from './accounts.repository';
import { CONFIG, type IdentityConfig } from './config';
import { Secrets } from './secrets';
import { Tokens } from './tokens';
import { Turns } from './turns';

const windowMs = 15 * 60_000;

@Injectable()
export class SessionsHandler {
  /** A failure is counted before the next attempt begins, or parallel guesses would outrun the limits. */
  private readonly attempts = new Turns(availableParallelism());

  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly secrets: Secrets,
    private readonly tokens: Tokens,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.login)
  async login({ email, password, portal }: In<typeof identity.login>, actor: Actor) {
    const address = actor.kind === 'system' ? 'system' : actor.ip;
    const key = email.toLowerCase();
    const account = await this.attempts.run(async () => {
      await this.refuseTooMany(key, address);
      const known = await this.repository.byEmail(email);
      const isRight = await this.secrets.isPassword(known?.passwordHash, password);
      if (known && isRight && mayEnter(known.userType, portal)) return known;
      await this.repository.recordFailure(key, address);
      throw new AppError('BAD_CREDENTIALS');
    });
    if (!account.verifiedAt) throw new AppError('EMAIL_NOT_VERIFIED');
    return this.db.transaction(async (tx) => {
      const { token, sessionId } = await this.tokens.issue(tx, account, 'session');
      await this.repository.forgetFailures(tx, key, address);
      await this.outbox.event(tx, identityEvents.signedIn, { userId: account.id, email: account.email, sessionId }, actor);
      return { token, user: await this.repository.userOf(account, tx) };
    });
  }

  @Handle(identity.logout)
  logout(_input: In<typeof identity.logout>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const ended = await this.repository.endSessions(tx, { id: actor.sessionId });
      for (const sessionId of ended) await this.outbox.event(tx, identityEvents.sessionEnded, { sessionId, userId: actor.userId }, actor);
      return { message: 'You are signed out' };
    });
  }

  @Handle(identity.me)
  me(_input: In<typeof identity.me>, actor: UserActor) {
    return this.profileOf(actor.userId);
  }

  @Handle(identity.userOf)
  userOf({ userId }: In<typeof identity.userOf>) {
    return this.profileOf(userId);
  }

  @Handle(identity.actorOf)
  async actorOf({ sessionId }: In<typeof identity.actorOf>) {
    return { actor: await this.repository.actorOf(sessionId) };
  }

  private async profileOf(userId: string) {
    const account = await this.repository.byId(userId);
    if (!account) throw new AppError('NOT_FOUND');
    const company = await this.repository.companyOf(userId);
    return { user: await this.repository.userOf(account), ...(company && { company: toCompany(company) }) };
  }

  private async refuseTooMany(email: string, address: string) {
    const { LOGIN_FREE_FAILURES: freeFailures, LOGIN_FAILURES_PER_ACCOUNT: perAccount, LOGIN_FAILURES_PER_ADDRESS: perAddress } = this.config;
    const now = new Date();
    const failures = await this.repository.failuresSince(new Date(now.getTime() - windowMs), email, address);
    const retryAfter = loginDelay(failures, { freeFailures, perAccount, perAddress }, now);
    if (retryAfter > 0) throw new AppError('TOO_MANY', { retryAfter });
  }
}
