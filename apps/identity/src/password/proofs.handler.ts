import { Controller } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { Counting } from '@tradepost/service-kit/limits/governor.repository';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { AccountsRepository } from '../account/accounts.repository';
import { PasswordCheck } from '../account/password-check';
import { Passwords } from '../account/passwords';
import { VaultRewrap } from '../keys/vault-rewrap';
import { deviceOf } from '../session/known-devices';
import { LoginThrottle } from '../session/login-throttle';
import { OpaqueServer } from './opaque-server';
import { Proofs } from './proofs';
import { isFormer } from './stored-password';

/** The exchanges by which clients prove or set passwords without sending them. */
@Controller()
export class ProofsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly passwords: Passwords,
    private readonly passwordCheck: PasswordCheck,
    private readonly throttle: LoginThrottle,
    private readonly proofs: Proofs,
    private readonly server: OpaqueServer,
    private readonly vaultRewrap: VaultRewrap,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.startProof)
  async startProof({ email, request, state }: In<typeof identity.startProof>, actor: Actor) {
    if (state !== undefined) return this.restarted(email, request, state);
    const id = uuidv7();
    const { account, knownDevice, isCounted } = await this.accountToProve(id, email, deviceOf(actor));
    const former = await this.passwords.formerSaltsOf(account, email);
    const answer = () => this.proofs.start(id, account, email, request, knownDevice);
    const store = (tx: Tx, counted: Counting) => this.proofs.insert(tx, counted);
    const started = await (isCounted
      ? this.throttle.answered(id, answer)
      : this.throttle.count(email, actor, { id, knowsDevice: knownDevice !== undefined, answer, store }));
    return { ...started, former };
  }

  @Handle(identity.acceptProof)
  async acceptProof({ password }: In<typeof identity.acceptProof>, actor: UserActor) {
    await this.passwordCheck.run(actor, password);
    return { message: 'Your password is right' };
  }

  @Handle(identity.startRecord)
  startRecord({ email, request }: In<typeof identity.startRecord>, actor: Actor) {
    const answer = async () => ({ response: await this.server.register(email, request) });
    return this.throttle.count(email, actor, { id: uuidv7(), answer });
  }

  @Handle(identity.movePassword)
  async movePassword({ password, record, ...rewraps }: In<typeof identity.movePassword>, actor: UserActor) {
    const checked = await this.passwordCheck.run(actor, password);
    if (!isFormer(checked.passwordHash)) throw new AppError('PASSWORD_MOVED');
    const stored = await this.passwords.stored(actor.email, record, checked);
    return this.db.transaction(async (tx) => {
      const account = await this.accounts.lock(tx, actor.userId);
      if (account.passwordHash !== checked.passwordHash) throw new AppError('PASSWORD_MOVED');
      await this.vaultRewrap.run(tx, actor, rewraps);
      await this.accounts.setPassword(tx, actor.userId, stored);
      await this.outbox.event(tx, identityEvents.passwordMoved, { userId: actor.userId, email: actor.email }, actor);
      return { message: 'Your password is protected in the new way' };
    });
  }

  /** A second start belongs to the guess that the first was counted as. */
  private async restarted(email: string, request: string, state: string) {
    const account = await this.accounts.toProve(email);
    const former = await this.passwords.formerSaltsOf(account, email);
    return { ...(await this.proofs.restart(state, account, email, request)), former };
  }

  /** The account, and the caller's device if the account knows it. Then the start `id` may have been counted already. */
  private async accountToProve(id: string, email: string, device: string | undefined) {
    if (device === undefined) return { account: await this.accounts.toProve(email), isCounted: false };
    const account = await this.throttle.onDevice(email, device, {
      id,
      start: (counted, since) => this.proofs.onDevice(email, device, counted, since),
    });
    if (!account?.knowsDevice) return { account, isCounted: false };
    return { account, knownDevice: device, isCounted: account.isCounted };
  }
}
