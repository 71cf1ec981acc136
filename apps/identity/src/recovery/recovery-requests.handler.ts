import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { recoveryDays, type ApprovedRecovery } from '@tradepost/contracts/encryption/recovery';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { accountOf } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { day } from '@tradepost/service-kit/runtime/durations';
import { AccountsRepository } from '../account/accounts.repository';
import { PasswordCheck } from '../account/password-check';
import { assertStated } from '../company-key/company-key.policy';
import { KeysRepository } from '../keys/keys.repository';
import { RecoveryNotices } from './recovery-notices';
import { assertApproved } from './recovery.policy';
import { RecoveryRepository } from './recovery.repository';

/** Requests of owners who have lost what opens the vault of their company. */
@Controller()
export class RecoveryRequestsHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly repository: RecoveryRepository,
    private readonly notices: RecoveryNotices,
    private readonly passwordCheck: PasswordCheck,
    private readonly governor: Governor,
  ) {}

  @Handle(identity.startRecovery)
  async startRecovery(
    { requestId, setId, key, wrap, password }: In<typeof identity.startRecovery>,
    actor: UserActor,
  ): Promise<{ message: string }> {
    const { companyId } = companyOf(actor);
    const { userId } = actor;
    await assertStated(actor, key);
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'recoveries', key: userId }]));
    return this.db.transaction(async (tx) => {
      if ((await this.accounts.lock(tx, userId)).passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      const now = new Date();
      const set = await this.repository.setOf(companyId, tx);
      if (!set) throw new AppError('NOT_FOUND');
      if (set.stated.setId !== setId) throw new AppError('KEYS_STALE');
      if (await this.repository.requestOf(userId, now, tx)) throw new AppError('RECOVERY_PENDING');
      const expiresAt = new Date(now.getTime() + recoveryDays * day);
      await this.repository.start(tx, { ownerId: userId, requestId, key, wrap, expiresAt });
      await this.notices.publish(tx, set, 'started', actor);
      return { message: 'The members who hold shares can approve the recovery now' };
    });
  }

  @Handle(identity.approveRecovery)
  async approveRecovery({ id, sealed, password }: In<typeof identity.approveRecovery>, actor: UserActor) {
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      const { set, ownerId, caller } = await this.lockOpen(tx, id, actor);
      if (caller?.passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      const shares = await this.repository.sharesOf(ownerId, tx);
      if (!shares.some(({ accountId }) => accountId === actor.userId)) throw new AppError('NOT_FOUND');
      const approvals = await this.repository.approvalsOf(ownerId, tx);
      await this.repository.approve(tx, { ownerId, accountId: actor.userId, sealed });
      const isFirst = !approvals.some(({ accountId }) => accountId === actor.userId);
      if (isFirst) await this.notices.publish(tx, set, 'approved', actor);
      return { message: 'Your share was given for this recovery' };
    });
  }

  @Handle(identity.stopRecovery)
  stopRecovery({ id }: In<typeof identity.stopRecovery>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { set, ownerId } = await this.lockOpen(tx, id, actor);
      const shares = await this.repository.sharesOf(ownerId, tx);
      const isInvolved = [ownerId, ...shares.map(({ accountId }) => accountId)].includes(actor.userId);
      if (!isInvolved) throw new AppError('NOT_FOUND');
      await this.repository.stop(tx, ownerId);
      await this.notices.publish(tx, set, 'stopped', actor);
      return { message: 'The recovery was stopped' };
    });
  }

  @Handle(identity.approvedRecovery)
  approvedRecovery({ id }: In<typeof identity.approvedRecovery>, actor: UserActor): Promise<ApprovedRecovery> {
    return this.db.transaction(async (tx) => {
      const { set, request, ownerId } = await this.lockOpen(tx, id, actor);
      const approvals = await this.repository.approvalsOf(ownerId, tx);
      assertApproved(set.stated, approvals.length);
      return {
        set: set.stated,
        key: { key: request.key, wrap: request.wrap },
        wrap: set.wrap,
        approvals: approvals.map(({ accountId, sealed }) => ({ memberId: accountId, sealed })),
      };
    });
  }

  @Handle(identity.finishRecovery)
  async finishRecovery({ id, epoch, wrap, password }: In<typeof identity.finishRecovery>, actor: UserActor) {
    const { userId } = actor;
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      const { set, caller } = await this.lockOpen(tx, id, actor);
      if (caller?.passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      assertApproved(set.stated, (await this.repository.approvalsOf(userId, tx)).length);
      const vault = await this.keys.vaultOf(userId, tx);
      if (vault?.epoch !== epoch) throw new AppError('KEYS_STALE');
      // the owner has lost the recovery key, too
      const sealed = { ...vault.sealed, wraps: { ...vault.sealed.wraps, password: wrap } };
      await this.keys.updateVault(tx, userId, { sealed, recoverySaved: false });
      await this.notices.publish(tx, set, 'finished', actor);
      await this.repository.end(tx, userId);
      return { message: 'Your password opens the keys of your company again' };
    });
  }

  /** The request of the caller's company, with its owner and the caller locked. @throws AppError NOT_FOUND also once it has expired */
  private async lockOpen(tx: Tx, requestId: string, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const ownerId = accountOf(actor).userId;
    const accounts = await this.accounts.lockAll(tx, [ownerId, actor.userId]);
    const set = await this.repository.setOf(companyId, tx);
    const request = await this.repository.requestOf(ownerId, new Date(), tx);
    if (set?.accountId !== ownerId || request?.requestId !== requestId) throw new AppError('NOT_FOUND');
    return { set, request, ownerId, caller: accounts.get(actor.userId) };
  }
}
