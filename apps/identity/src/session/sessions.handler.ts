import { Controller } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { isOwner } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository, type SignInAccount } from '../account/accounts.repository';
import { ProfilesRepository, type Profile } from '../account/profiles.repository';
import type { ActingAs } from '../account/user.view';
import { toCompany } from '../company/company.view';
import { HandoversRepository } from '../handover/handovers.repository';
import { SignupAttempts } from '../signup/signup-attempts';
import { LoginThrottle } from './login-throttle';
import { Passwords } from '../account/passwords';
import { Passkeys } from '../passkey/passkeys';
import { Proofs } from '../password/proofs';
import { SessionOpener } from '../sign-in/session-opener';
import { SessionRevoker } from './session-revoker';
import { entryOf } from '../sign-in/entry.policy';
import { SessionsRepository } from './sessions.repository';
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
    private readonly passwords: Passwords,
    private readonly proofs: Proofs,
    private readonly totp: Totp,
    private readonly sessionRevoker: SessionRevoker,
    private readonly sessionOpener: SessionOpener,
    private readonly passkeys: Passkeys,
    private readonly handovers: HandoversRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.login)
  async login(
    { email, password, portal, code, passkey, binding, replaces, device }: In<typeof identity.login>,
    actor: Actor,
  ) {
    const proof = this.proofs.in(email, password);
    const guess = async (found: SignInAccount | null) => {
      // where nothing else can refuse it, the statement that opens the session uses up the proof
      const isLast = found && !found.hasTotp && !found.suspendedAt && entryOf(found, portal);
      const proofId = isLast ? this.proofs.idOf(found, proof) : undefined;
      const known = proofId ? found : await this.passwords.verify(found, email, password);
      if (!found || !known || !entryOf(found, portal))
        throw new AppError(
          (await this.attempts.hasPassword(email, password, portal, actor)) ? 'EMAIL_NOT_VERIFIED' : 'BAD_CREDENTIALS',
        );
      if (entryOf(found, portal) === 'sso') throw new AppError('SSO_REQUIRED');
      if (found.hasTotp && !code && !passkey) throw new AppError('TOTP_REQUIRED');
      const passkeyId =
        found.hasTotp && passkey ? await this.passkeys.acceptSecondStep(passkey, actor, found.id) : undefined;
      if (found.hasTotp && !passkeyId && code) await this.db.transaction((tx) => this.totp.use(tx, found.id, code));
      return { account: { ...found, passwordHash: known.passwordHash }, passkeyId, proofId };
    };
    return this.throttle.runInto(email, actor, {
      read: (uses) => this.accounts.toSignIn(email, actor, uses),
      compare: guess,
      then: (tx, { account, passkeyId, proofId }, clearing) =>
        this.sessionOpener.open(
          tx,
          account,
          { actor, portal, binding, replaces, device, passkeyId },
          { proofId, clearing },
        ),
      counted: this.proofs.countedIn(proof, actor),
    });
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
    return thatFit(
      rows.map(({ id, createdAt, expiresAt, agent, ip }) => ({
        id,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        agent,
        ip,
        current: id === sessionId,
      })),
    );
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
  async me(_input: In<typeof identity.me>, actor: UserActor) {
    const { userId, userType, roles = ['owner'], sso } = actor;
    const profile = await this.profileOf(userId, isOwner(actor) ? null : actor.companyId);
    const { totp, recoveryCodesLeft, deletionAt, language, memberships, memberInvitations, hasPassword } = profile;
    const security = { totp, recoveryCodesLeft };
    return {
      ...this.viewOf(profile, { userType, roles, sso, hasPassword }),
      security,
      deletionAt: deletionAt?.toISOString() ?? null,
      language,
      // a session by single sign-on acts for one company and sees no other
      ...(sso ? { memberships: 1, memberInvitations: 0 } : { memberships, memberInvitations }),
    };
  }

  @Handle(identity.saveLanguage)
  async saveLanguage({ language }: In<typeof identity.saveLanguage>, { userId }: UserActor) {
    await this.db.transaction((tx) => this.accounts.setLanguage(tx, userId, language));
    return { language };
  }

  @Handle(identity.saveName)
  async saveName(name: In<typeof identity.saveName>, actor: UserActor) {
    const { userId, email } = actor;
    await this.db.transaction(async (tx) => {
      if (await this.accounts.setName(tx, userId, name))
        await this.outbox.event(tx, identityEvents.nameChanged, { userId, email }, actor);
    });
    return name;
  }

  @Handle(identity.languageOf)
  languageOf({ email }: In<typeof identity.languageOf>) {
    return this.handovers.mailboxOf(email);
  }

  @Handle(identity.userOf)
  async userOf({ userId }: In<typeof identity.userOf>) {
    return this.viewOf(await this.profileOf(userId));
  }

  @Handle(identity.actorOf)
  async actorOf({ sessionId, enforcesRoles }: In<typeof identity.actorOf>) {
    return { actor: await this.repository.actorOf(sessionId, enforcesRoles) };
  }

  private viewOf({ company, ...account }: Profile, as?: ActingAs) {
    return { user: this.accounts.viewOf(account, company, as), ...(company && { company: toCompany(company) }) };
  }

  /** @param companyId that the person is a member of; null for the own one */
  private async profileOf(userId: string, companyId: string | null = null): Promise<Profile> {
    const profile = await this.profiles.find(userId, companyId);
    if (!profile) throw new AppError('NOT_FOUND');
    return profile;
  }
}
