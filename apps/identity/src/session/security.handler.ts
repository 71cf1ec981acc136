import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail, type TwoStepChange } from '@tradepost/contracts/jobs';
import { parseRecord } from '@tradepost/contracts/encryption/formats';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { mustEnrol } from './session.policy';
import { AccountsRepository } from '../account/accounts.repository';
import { LoginThrottle } from './login-throttle';
import { assertNotWeak } from '../account/new-password';
import { CONFIG, type IdentityConfig } from '../config';
import { VaultRewrap } from '../keys/vault-rewrap';
import { Passkeys } from '../passkey/passkeys';
import { PasswordCheck } from '../account/password-check';
import { Passwords } from '../account/passwords';
import { SessionRevoker } from './session-revoker';
import { SessionsRepository } from './sessions.repository';
import { Tokens } from './tokens';
import { Totp } from './totp';
import { TotpRepository } from './totp.repository';

/** Account security: password and two-step sign-in. */
@Controller()
export class SecurityHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly throttle: LoginThrottle,
    private readonly passwordCheck: PasswordCheck,
    private readonly passwords: Passwords,
    private readonly vaultRewrap: VaultRewrap,
    private readonly totp: Totp,
    private readonly passkeys: Passkeys,
    private readonly totpRepository: TotpRepository,
    private readonly tokens: Tokens,
    private readonly sessions: SessionsRepository,
    private readonly sessionRevoker: SessionRevoker,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.changePassword)
  async changePassword({ current, password, ...rewraps }: In<typeof identity.changePassword>, actor: UserActor) {
    assertNotWeak(password, actor.email);
    const checked = await this.passwordCheck.run(actor, current);
    const stored = await this.passwords.stored(actor.email, password, checked);
    return this.db.transaction(async (tx) => {
      const account = await this.repository.lock(tx, actor.userId);
      if (account.passwordHash !== checked.passwordHash) throw new AppError('PASSWORD_WRONG');
      await this.vaultRewrap.run(tx, actor, parseRecord(password) === null ? {} : rewraps);
      await this.repository.setPassword(tx, actor.userId, stored);
      await this.sessionRevoker.revoke(tx, actor, actor.userId, { except: actor.sessionId });
      await this.outbox.event(tx, identityEvents.passwordChanged, { userId: actor.userId, email: actor.email }, actor);
      const data = { firstName: actor.firstName, resetLink: `${this.config.ORIGIN}/password-reset` };
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'password-changed', to: actor.email, data },
        { key: `password-changed-${uuidv7()}` },
      );
      return { message: 'Your password has been changed' };
    });
  }

  @Handle(identity.authorizeExport)
  async authorizeExport({ password }: In<typeof identity.authorizeExport>, actor: UserActor) {
    await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      await this.outbox.event(tx, identityEvents.dataExported, { userId: actor.userId, email: actor.email }, actor);
      return { message: 'Your data export is being prepared' };
    });
  }

  @Handle(identity.beginTotp)
  async beginTotp({ password, ...step }: In<typeof identity.beginTotp>, actor: UserActor) {
    // otherwise the password alone would put another app in place of the second step
    const begin = () => this.withSecondStep(actor, step, (tx, account) => this.totp.begin(tx, account));
    if (actor.scope === 'enrolment') return this.throttle.run(actor.email, actor, begin);
    if (!password) throw new AppError('INVALID', { message: 'Please enter your current password' });
    return this.passwordCheck.runWith(actor, password, begin);
  }

  @Handle(identity.confirmTotp)
  confirmTotp({ code, binding }: In<typeof identity.confirmTotp>, actor: UserActor) {
    return this.throttle.run(actor.email, actor, () =>
      this.db.transaction(async (tx) => {
        // one that began before another was confirmed needs a code of that one
        await this.lockSignedIn(tx, actor);
        const replaced = await this.totpRepository.isOn(actor.userId, tx);
        const recoveryCodes = await this.totp.confirm(tx, actor.userId, code);
        const { userId, email } = actor;
        await this.outbox.event(tx, identityEvents.totpChanged, { userId, email, on: true, replaced }, actor);
        await this.mailChange(tx, actor, replaced ? 'replaced' : 'on');
        return {
          message: 'Two-step sign-in is on',
          recoveryCodes,
          ...(actor.scope === 'enrolment' && (await this.openSession(tx, actor, binding))),
        };
      }),
    );
  }

  @Handle(identity.endTotp)
  endTotp({ password, code }: In<typeof identity.endTotp>, actor: UserActor) {
    if (mustEnrol(actor.userType, false)) throw new AppError('NOT_ALLOWED');
    return this.passwordCheck.runWith(actor, password, () =>
      this.db.transaction(async (tx) => {
        await this.totp.use(tx, actor.userId, code);
        await this.totpRepository.remove(tx, actor.userId);
        const { userId, email } = actor;
        await this.outbox.event(tx, identityEvents.totpChanged, { userId, email, on: false }, actor);
        await this.mailChange(tx, actor, 'off');
        return { message: 'Two-step sign-in is off' };
      }),
    );
  }

  @Handle(identity.renewRecoveryCodes)
  renewRecoveryCodes({ password, ...step }: In<typeof identity.renewRecoveryCodes>, actor: UserActor) {
    return this.passwordCheck.runWith(actor, password, () =>
      this.withSecondStep(actor, step, async (tx) => {
        if (!(await this.totpRepository.isOn(actor.userId, tx))) throw new AppError('TOTP_OFF');
        const recoveryCodes = await this.totp.renewRecoveryCodes(tx, actor.userId);
        const { userId, email } = actor;
        await this.outbox.event(tx, identityEvents.recoveryCodesRenewed, { userId, email }, actor);
        await this.mailChange(tx, actor, 'codes');
        return { message: 'Your earlier recovery codes no longer work', recoveryCodes };
      }),
    );
  }

  /** The work in a transaction, after a code or a passkey if two-step sign-in is on. @throws AppError INVALID, TOTP_INVALID, PASSKEY_INVALID */
  private async withSecondStep<T>(
    actor: UserActor,
    { code, passkey }: Pick<In<typeof identity.renewRecoveryCodes>, 'code' | 'passkey'>,
    work: (tx: Tx, account: AccountRow) => Promise<T>,
  ): Promise<T> {
    if (passkey) await this.passkeys.acceptSecondStep(passkey, actor, actor.userId);
    return this.db.transaction(async (tx) => {
      const account = await this.lockSignedIn(tx, actor);
      if (!passkey) await this.totp.useIfOn(tx, actor.userId, code);
      return work(tx, account);
    });
  }

  /** Whatever ends all sessions also ends what they were about to change: by then, the account may be another person's. @throws AppError UNAUTHENTICATED */
  private async lockSignedIn(tx: Tx, { userId, sessionId }: UserActor): Promise<AccountRow> {
    const account = await this.repository.lock(tx, userId);
    await this.sessions.requireLive(tx, sessionId);
    return account;
  }

  /** The person learns of each change, also of one that a thief made. */
  private mailChange(tx: Tx, { email, firstName, ip }: UserActor, change: TwoStepChange): Promise<void> {
    const data = { firstName, change, at: new Date().toISOString(), ip, link: `${this.config.ORIGIN}/profile` };
    return this.outbox.job(
      tx,
      sendMail,
      { template: 'two-step-changed', to: email, data },
      { key: `two-step-changed-${uuidv7()}` },
    );
  }

  /** Replaces the enrolment session with a full one, of the same passkey if it has one. */
  private async openSession(tx: Tx, actor: UserActor, binding: string | undefined) {
    const account = await this.accountOf(actor, tx);
    const passkeyId = (await this.sessions.live(tx, actor.sessionId))?.passkeyId ?? undefined;
    await this.sessionRevoker.revoke(tx, actor, actor.userId, { only: actor.sessionId });
    const { token, sessionId } = this.tokens.issue(tx, account, 'session', { actor, binding, passkeyId });
    await this.outbox.event(
      tx,
      identityEvents.signedIn,
      { userId: actor.userId, email: actor.email, sessionId },
      actor,
    );
    return { token, user: await this.repository.userOf(account, tx) };
  }

  private async accountOf({ userId }: UserActor, tx: Tx): Promise<AccountRow> {
    const account = await this.repository.byId(userId, tx);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  }
}
