import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import type { RecoveryState } from '@tradepost/contracts/encryption/recovery';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { accountOf } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { PasswordCheck } from '../account/password-check';
import { CompanyKeysRepository } from '../company-key/company-keys.repository';
import { KeysRepository } from '../keys/keys.repository';
import { MembersRepository } from '../member/members.repository';
import type { RecoverySetRow } from './recovery.entity';
import { RecoveryNotices } from './recovery-notices';
import { assertSet, type Holder } from './recovery.policy';
import { RecoveryRepository } from './recovery.repository';

/** The shares of the recovery secret of a company. */
@Controller()
export class RecoveryHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly keys: KeysRepository,
    private readonly companyKeys: CompanyKeysRepository,
    private readonly repository: RecoveryRepository,
    private readonly notices: RecoveryNotices,
    private readonly passwordCheck: PasswordCheck,
    private readonly governor: Governor,
  ) {}

  @Handle(identity.recovery)
  async recovery(_input: In<typeof identity.recovery>, actor: UserActor): Promise<RecoveryState> {
    const { companyId } = companyOf(actor);
    const owner = accountOf(actor);
    const stored = await this.keys.storedOf(owner.userId);
    const state = { companyId, owner, bundle: stored?.bundle ?? null, set: null, share: null, lost: [], request: null };
    const found = await this.repository.setOf(companyId);
    if (!found || !(await this.mayRead(found, actor))) return state;
    const shares = await this.repository.sharesOf(owner.userId);
    const held = new Map(shares.map(({ accountId, sealed }) => [accountId, sealed]));
    const request = await this.repository.requestOf(owner.userId, new Date());
    const approvals = request ? await this.repository.approvalsOf(owner.userId) : [];
    return {
      ...state,
      set: found.stated,
      share: held.get(actor.userId) ?? null,
      lost: found.stated.shares.map(({ memberId }) => memberId).filter((id) => !held.has(id)),
      request: request && {
        requestId: request.requestId,
        key: request.key,
        wrap: actor.userId === found.accountId ? request.wrap : null,
        expiresAt: request.expiresAt.toISOString(),
        approvedBy: approvals.map(({ accountId }) => accountId),
      },
    };
  }

  @Handle(identity.saveRecovery)
  async saveRecovery({ set, sealed, wrap, password }: In<typeof identity.saveRecovery>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const { userId } = actor;
    if (sealed.length !== set.shares.length) throw new AppError('RECOVERY_INVALID');
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    await this.db.transaction((tx) => this.governor.take(tx, [{ limit: 'recoveries', key: userId }]));
    return this.db.transaction(async (tx) => {
      const ids = set.shares.map(({ memberId }) => memberId);
      const accounts = await this.accounts.lockAll(tx, [userId, ...ids]);
      const owner = accounts.get(userId);
      if (owner?.passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      await this.members.lockCompany(tx, companyId);
      const stored = await this.keys.storedOf(userId, tx);
      if (stored?.bundle.epoch !== set.epoch) throw new AppError('KEYS_STALE');
      const company = { companyId, owner: { userId, email: owner.email, bundle: stored.bundle } };
      await assertSet(company, await this.holders(tx, companyId, accounts), set);
      const row = { accountId: userId, companyId, stated: set, wrap };
      const shares = ids.map((accountId, index) => ({ ownerId: userId, accountId, companyId, sealed: sealed[index]! }));
      await this.repository.replace(tx, row, shares);
      await this.notices.publish(tx, row, 'made', actor);
      return { message: 'The recovery shares were given to the members' };
    });
  }

  /** With the password: for an owner who has lost all else, the set is what still opens the files, and a stolen session must not end it. */
  @Handle(identity.endRecovery)
  async endRecovery({ password }: In<typeof identity.endRecovery>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      if ((await this.accounts.lock(tx, actor.userId)).passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      const set = await this.repository.setOf(companyId, tx);
      if (!set) throw new AppError('NOT_FOUND');
      await this.notices.publish(tx, set, 'ended', actor);
      await this.repository.end(tx, actor.userId);
      return { message: 'The recovery shares open nothing any more' };
    });
  }

  /** The owner, and members who were given a share: not once they have left, also if a gateway does not know it yet. */
  private async mayRead({ accountId, companyId, stated }: RecoverySetRow, { userId }: UserActor): Promise<boolean> {
    if (userId === accountId) return true;
    if (!stated.shares.some(({ memberId }) => memberId === userId)) return false;
    return (await this.members.rolesOf(this.db.read, companyId, userId)) !== null;
  }

  /** Members of the company, with a key, who may sign in. @throws AppError RECOVERY_INVALID for one without a password, who could not give a share back */
  private async holders(
    tx: Tx,
    companyId: string,
    accounts: ReadonlyMap<string, AccountRow>,
  ): Promise<Map<string, Holder>> {
    const holders = new Map<string, Holder>();
    for (const { id, email, suspendedAt } of accounts.values()) {
      const roles = await this.members.rolesOf(tx, companyId, id);
      // the owner is locked with them
      if (!roles) continue;
      const key = await this.companyKeys.personKeyOf(id, tx);
      if (key?.kind === 'recovery')
        throw new AppError('RECOVERY_INVALID', {
          message: 'Members who sign in with their company only cannot hold recovery shares. Please choose others.',
        });
      if (key && !suspendedAt) holders.set(id, { userId: id, email, key: key.key });
    }
    return holders;
  }
}
