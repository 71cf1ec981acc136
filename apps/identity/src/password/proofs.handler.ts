import { Controller } from '@nestjs/common';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
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
    const device = deviceOf(actor);
    const account = await this.accounts.toProve(email, device);
    const former = await this.passwords.formerSaltsOf(account, email);
    // belongs to a guess that was counted
    if (state !== undefined) return { ...(await this.proofs.restart(state, account, email, request)), former };
    const id = uuidv7();
    const knowsDevice = account?.knowsDevice ?? false;
    const started = await this.throttle.count(email, actor, {
      id,
      knowsDevice,
      answer: () => this.proofs.start(id, account, email, request, knowsDevice ? device : ''),
      store: (tx, counted) => this.proofs.insert(tx, counted),
    });
    return { ...started, former };
  }

  @Handle(identity.acceptProof)
  async acceptProof({ password }: In<typeof identity.acceptProof>, actor: UserActor) {
    await this.passwordCheck.run(actor, password);
    return { message: 'Your password is right' };
  }

  @Handle(identity.startRecord)
  startRecord({ email, request }: In<typeof identity.startRecord>, actor: Actor) {
    const answer = () => ({ response: this.server.register(email, request) });
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
}
