import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import { v7 as uuidv7 } from 'uuid';
import { AccountRow } from './accounts.entity';
import { mustEnrol } from './accounts.policy';
import { AccountsRepository } from './accounts.repository';
import { Attempts } from './attempts';
import { assertNotBreached } from './breached-passwords';
import { CONFIG, type IdentityConfig } from './config';
import { KeysRepository } from './keys.repository';
import { PasswordCheck } from './password-check';
import { Passwords } from './passwords';
import { PeopleRepository } from './people.repository';
import { SessionEnd } from './session-end';
import { Tokens } from './tokens';
import { Totp } from './totp';
import { TotpRepository } from './totp.repository';

/** How an account is guarded: its password and its second step. */
@Injectable()
export class SecurityHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AccountsRepository,
    private readonly attempts: Attempts,
    private readonly passwordCheck: PasswordCheck,
    private readonly passwords: Passwords,
    private readonly people: PeopleRepository,
    private readonly keys: KeysRepository,
    private readonly totp: Totp,
    private readonly totpRepository: TotpRepository,
    private readonly tokens: Tokens,
    private readonly sessionEnd: SessionEnd,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.changePassword)
  async changePassword({ current, password, kdf, epoch, wrap }: In<typeof identity.changePassword>, actor: UserActor) {
    assertNotBreached(password);
    const checked = await this.passwordCheck.run(actor, current);
    const kept = await this.passwords.keep(password, kdf);
    return this.db.transaction(async (tx) => {
      const account = await this.people.lock(tx, actor.userId);
      if (account?.passwordHash !== checked.passwordHash) throw new AppError('PASSWORD_WRONG');
      await this.carryOver(tx, actor, { epoch, wrap: kdf && wrap });
      await tx.update(AccountRow, actor.userId, kept);
      await this.sessionEnd.end(tx, actor, { except: actor.sessionId }, actor.userId);
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
      return { message: 'Your data is being put together' };
    });
  }

  @Handle(identity.beginTotp)
  async beginTotp({ password }: In<typeof identity.beginTotp>, actor: UserActor) {
    if (actor.scope !== 'enrolment') {
      if (!password) throw new AppError('INVALID', { message: 'Please enter your current password' });
      await this.passwordCheck.run(actor, password);
    }
    return this.db.transaction(async (tx) => this.totp.begin(tx, await this.accountOf(actor, tx)));
  }

  @Handle(identity.confirmTotp)
  confirmTotp({ code, binding }: In<typeof identity.confirmTotp>, actor: UserActor) {
    return this.attempts.run(actor.email, actor, () =>
      this.db.transaction(async (tx) => {
        const recoveryCodes = await this.totp.confirm(tx, actor.userId, code);
        await this.outbox.event(
          tx,
          identityEvents.totpChanged,
          { userId: actor.userId, email: actor.email, on: true },
          actor,
        );
        return {
          message: 'Two-step sign-in is on',
          recoveryCodes,
          ...(actor.scope === 'enrolment' && (await this.enter(tx, actor, binding))),
        };
      }),
    );
  }

  @Handle(identity.endTotp)
  endTotp({ password, code }: In<typeof identity.endTotp>, actor: UserActor) {
    if (mustEnrol(actor.userType, false)) throw new AppError('NOT_ALLOWED');
    return this.attempts.run(actor.email, actor, async () => {
      await this.passwordCheck.assert(actor, password);
      return this.db.transaction(async (tx) => {
        await this.totp.use(tx, actor.userId, code);
        await this.totpRepository.end(tx, actor.userId);
        await this.outbox.event(
          tx,
          identityEvents.totpChanged,
          { userId: actor.userId, email: actor.email, on: false },
          actor,
        );
        return { message: 'Two-step sign-in is off' };
      });
    });
  }

  @Handle(identity.renewRecoveryCodes)
  async renewRecoveryCodes({ password }: In<typeof identity.renewRecoveryCodes>, actor: UserActor) {
    await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      if (!(await this.totpRepository.isOn(actor.userId, tx))) throw new AppError('TOTP_OFF');
      return {
        message: 'Your earlier recovery codes no longer work',
        recoveryCodes: await this.totp.renewRecoveryCodes(tx, actor.userId),
      };
    });
  }

  /** The vault under the new password, whose key only the web app has. @throws AppError KEYS_HELD, KEYS_STALE */
  private async carryOver(
    tx: Tx,
    { userId }: UserActor,
    { epoch, wrap }: { epoch?: number | undefined; wrap?: string | undefined },
  ) {
    const vault = await this.keys.vaultOf(userId, tx);
    if (!vault && wrap === undefined) return;
    if (wrap === undefined) throw new AppError('KEYS_HELD');
    if (!vault || vault.epoch !== epoch) throw new AppError('KEYS_STALE');
    await this.keys.change(tx, userId, {
      sealed: { ...vault.sealed, wraps: { ...vault.sealed.wraps, password: wrap } },
    });
  }

  /** The session that enrolment was for, in place of its own. */
  private async enter(tx: Tx, actor: UserActor, binding: string | undefined) {
    const account = await this.accountOf(actor, tx);
    await this.sessionEnd.end(tx, actor, { only: actor.sessionId }, actor.userId);
    const { token, sessionId } = await this.tokens.issue(tx, account, 'session', { actor, binding });
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
