import { Inject, Injectable } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import type { AccountRow } from './accounts.entity';
import { markOf, mayEnter, mustEnrol } from './accounts.policy';
import { AccountsRepository, toCompany, toUser } from './accounts.repository';
import { Attempts } from './attempts';
import { CONFIG, type IdentityConfig } from './config';
import { Passwords } from './passwords';
import { SessionEnd } from './session-end';
import { Tokens } from './tokens';
import { Totp } from './totp';
import { TotpRepository } from './totp.repository';

@Injectable()
export class SessionsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
    private readonly totp: Totp,
    private readonly totpRepository: TotpRepository,
    private readonly tokens: Tokens,
    private readonly sessionEnd: SessionEnd,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.login)
  async login({ email, password, portal, code, binding }: In<typeof identity.login>, actor: Actor) {
    const { account, hasTotp } = await this.attempts.run(email, actor, async () => {
      const known = await this.passwords.proven(await this.repository.byEmail(email), email, password);
      if (!known || !mayEnter(known.userType, portal)) throw new AppError('BAD_CREDENTIALS');
      if (!known.verifiedAt) throw new AppError('EMAIL_NOT_VERIFIED');
      const isOn = await this.totpRepository.isOn(known.id);
      if (isOn && !code) throw new AppError('TOTP_REQUIRED');
      if (isOn && code) await this.db.transaction((tx) => this.totp.use(tx, known.id, code));
      return { account: known, hasTotp: isOn };
    });
    const user = await this.repository.userOf(account);
    return this.db.transaction(async (tx) => {
      const enrols = mustEnrol(account.userType, hasTotp);
      const { token, sessionId } = await this.tokens.issue(tx, account, enrols ? 'enrolment' : 'session', {
        actor,
        binding,
      });
      if (enrols) return { token, user, enrol: true as const };
      await this.noteDevice(tx, account, actor, sessionId);
      await this.outbox.event(
        tx,
        identityEvents.signedIn,
        { userId: account.id, email: account.email, sessionId },
        actor,
      );
      return { token, user };
    });
  }

  @Handle(identity.logout)
  logout(_input: In<typeof identity.logout>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.sessionEnd.end(tx, actor, { only: actor.sessionId }, actor.userId);
      return { message: 'You are signed out' };
    });
  }

  @Handle(identity.sessions)
  async sessions(_input: In<typeof identity.sessions>, { userId, sessionId }: UserActor) {
    const rows = await this.repository.sessionsOf(userId);
    return rows.map(({ id, createdAt, expiresAt, agent, ip }) => ({
      id,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      agent,
      ip,
      current: id === sessionId,
    }));
  }

  @Handle(identity.endSession)
  endSession({ id }: In<typeof identity.endSession>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      if ((await this.sessionEnd.end(tx, actor, { only: id }, actor.userId)).length === 0)
        throw new AppError('NOT_FOUND');
      return { message: 'The session was signed out' };
    });
  }

  @Handle(identity.endOtherSessions)
  endOtherSessions(_input: In<typeof identity.endOtherSessions>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { length: ended } = await this.sessionEnd.end(tx, actor, { except: actor.sessionId }, actor.userId);
      return { message: 'Every other session was signed out', ended };
    });
  }

  @Handle(identity.me)
  async me(_input: In<typeof identity.me>, { userId }: UserActor) {
    const [{ account, profile }, security] = await Promise.all([
      this.profileOf(userId),
      this.totpRepository.securityOf(userId),
    ]);
    return { ...profile, security, deletionAt: account.deletionAt?.toISOString() ?? null };
  }

  @Handle(identity.userOf)
  async userOf({ userId }: In<typeof identity.userOf>) {
    return (await this.profileOf(userId)).profile;
  }

  @Handle(identity.actorOf)
  async actorOf({ sessionId }: In<typeof identity.actorOf>) {
    return { actor: await this.repository.actorOf(sessionId) };
  }

  private async profileOf(userId: string) {
    const [account, company] = await Promise.all([this.repository.byId(userId), this.repository.companyOf(userId)]);
    if (!account) throw new AppError('NOT_FOUND');
    return { account, profile: { user: toUser(account, company), ...(company && { company: toCompany(company) }) } };
  }

  /** A browser the account has not used before is told to its owner; the first one is theirs. */
  private async noteDevice(tx: Tx, { id, email, firstName }: AccountRow, actor: Actor, sessionId: string) {
    if (actor.kind === 'system') return;
    const { agent = '', ip } = actor;
    if (!(await this.repository.noteDevice(tx, id, markOf(agent)))) return;
    const data = { firstName, agent, ip, at: new Date().toISOString(), link: `${this.config.ORIGIN}/profile` };
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'new-sign-in', to: email, data },
      { key: `new-sign-in-${sessionId}` },
    );
  }
}
