import { Controller, Inject } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository, type SignInAccount } from '../account/accounts.repository';
import { ProfilesRepository, type Profile } from '../account/profiles.repository';
import { toCompany } from '../company/company.view';
import { SignupAttempts } from '../signup/signup-attempts';
import { KnownDevices } from './known-devices';
import { LoginThrottle } from './login-throttle';
import { CONFIG, type IdentityConfig } from '../config';
import { Passwords } from '../account/passwords';
import { Proofs } from '../password/proofs';
import { SessionRevoker } from './session-revoker';
import { deviceMark, mayEnter, mustEnrol } from './session.policy';
import { SessionsRepository } from './sessions.repository';
import { Tokens } from './tokens';
import { Totp } from './totp';

@Controller()
export class SessionsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: SessionsRepository,
    private readonly accounts: AccountsRepository,
    private readonly profiles: ProfilesRepository,
    private readonly attempts: SignupAttempts,
    private readonly throttle: LoginThrottle,
    private readonly knownDevices: KnownDevices,
    private readonly passwords: Passwords,
    private readonly proofs: Proofs,
    private readonly totp: Totp,
    private readonly tokens: Tokens,
    private readonly sessionRevoker: SessionRevoker,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.login)
  async login({ email, password, portal, code, binding, replaces, device }: In<typeof identity.login>, actor: Actor) {
    const guess = async () => {
      const found = await this.accounts.toSignIn(email);
      const known = await this.passwords.verify(found, email, password);
      if (!found || !known || !mayEnter(known.userType, portal))
        throw new AppError(
          (await this.attempts.hasPassword(email, password, portal, actor)) ? 'EMAIL_NOT_VERIFIED' : 'BAD_CREDENTIALS',
        );
      if (found.hasTotp && !code) throw new AppError('TOTP_REQUIRED');
      if (found.hasTotp && code) await this.db.transaction((tx) => this.totp.use(tx, found.id, code));
      return { ...found, passwordHash: known.passwordHash };
    };
    const open = async (tx: Tx, account: SignInAccount) => {
      const { company, hasTotp } = account;
      const enrols = mustEnrol(account.userType, hasTotp);
      const [isUnchanged, isNewBrowser] = await Promise.all([
        this.accounts.isUnchanged(tx, account),
        !enrols && this.recordBrowser(tx, account, actor),
      ]);
      // a reset of the password since then has ended all sessions: none may follow by the old one
      if (!isUnchanged) throw new AppError('BAD_CREDENTIALS');
      const { token, sessionId } = await this.tokens.issue(tx, account, enrols ? 'enrolment' : 'session', {
        actor,
        binding,
      });
      if (replaces) await this.sessionRevoker.revokeBound(tx, actor, replaces);
      const user = this.accounts.viewOf(account, company);
      if (enrols) return { token, user, enrol: true as const };
      if (isNewBrowser) await this.mailOwner(tx, account, actor, sessionId);
      this.knownDevices.remember(tx, account.id, device);
      await this.outbox.event(
        tx,
        identityEvents.signedIn,
        { userId: account.id, email: account.email, sessionId },
        actor,
      );
      return { token, user };
    };
    const counted = this.proofs.countedIn(email, password, actor);
    return this.throttle.runInto(email, actor, { compare: guess, then: open, ...(counted && { counted }) });
  }

  @Handle(identity.logout)
  logout(_input: In<typeof identity.logout>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      await this.sessionRevoker.revoke(tx, actor, actor.userId, { only: actor.sessionId });
      return { message: 'You are signed out' };
    });
  }

  @Handle(identity.sessions)
  async sessions(_input: In<typeof identity.sessions>, { userId, sessionId }: UserActor) {
    const rows = await this.repository.ofAccount(userId);
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
      if ((await this.sessionRevoker.revoke(tx, actor, actor.userId, { only: id })).length === 0)
        throw new AppError('NOT_FOUND');
      return { message: 'The session was signed out' };
    });
  }

  @Handle(identity.endOtherSessions)
  endOtherSessions(_input: In<typeof identity.endOtherSessions>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { length: ended } = await this.sessionRevoker.revoke(tx, actor, actor.userId, { except: actor.sessionId });
      return { message: 'Every other session was signed out', ended };
    });
  }

  @Handle(identity.me)
  async me(_input: In<typeof identity.me>, { userId }: UserActor) {
    const profile = await this.profileOf(userId);
    const { totp, recoveryCodesLeft, deletionAt, language } = profile;
    const security = { totp, recoveryCodesLeft };
    return { ...this.viewOf(profile), security, deletionAt: deletionAt?.toISOString() ?? null, language };
  }

  @Handle(identity.saveLanguage)
  async saveLanguage({ language }: In<typeof identity.saveLanguage>, { userId }: UserActor) {
    await this.db.transaction((tx) => this.accounts.setLanguage(tx, userId, language));
    return { language };
  }

  @Handle(identity.languageOf)
  async languageOf({ email }: In<typeof identity.languageOf>) {
    return { language: (await this.accounts.byEmail(email))?.language ?? null };
  }

  @Handle(identity.userOf)
  async userOf({ userId }: In<typeof identity.userOf>) {
    return this.viewOf(await this.profileOf(userId));
  }

  @Handle(identity.actorOf)
  async actorOf({ sessionId }: In<typeof identity.actorOf>) {
    return { actor: await this.repository.actorOf(sessionId) };
  }

  private viewOf({ company, ...account }: Profile) {
    return { user: this.accounts.viewOf(account, company), ...(company && { company: toCompany(company) }) };
  }

  private async profileOf(userId: string): Promise<Profile> {
    const profile = await this.profiles.find(userId);
    if (!profile) throw new AppError('NOT_FOUND');
    return profile;
  }

  /** @returns whether the account has not used this browser before, and has used others */
  private async recordBrowser(tx: Tx, { id }: AccountRow, actor: Actor): Promise<boolean> {
    return actor.kind !== 'system' && this.repository.recordDevice(tx, id, deviceMark(actor.agent ?? ''));
  }

  /** About a sign-in in a new browser. */
  private async mailOwner(tx: Tx, { email, firstName }: AccountRow, actor: Actor, sessionId: string) {
    if (actor.kind === 'system') return;
    const { agent = '', ip } = actor;
    const data = { firstName, agent, ip, at: new Date().toISOString(), link: `${this.config.ORIGIN}/profile` };
    await this.outbox.job(
      tx,
      sendMail,
      { template: 'new-sign-in', to: email, data },
      { key: `new-sign-in-${sessionId}` },
    );
  }
}
