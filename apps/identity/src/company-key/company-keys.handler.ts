import { Controller } from '@nestjs/common';
import { assertHasKeys, companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { AccountsRepository } from '../account/accounts.repository';
import { PasswordCheck } from '../account/password-check';
import { KeysRepository } from '../keys/keys.repository';
import { MembersRepository } from '../member/members.repository';
import { RecoveryRepository } from '../recovery/recovery.repository';
import { CompanyKeyGiver } from './company-key-giver';
import { CompanyKeyTerminator } from './company-key-terminator';
import { assertStated, assertUsesKeys } from './company-key.policy';
import { CompanyKeysRepository } from './company-keys.repository';

/** The keys of people, and those of companies that their owners give to members. */
@Controller()
export class CompanyKeysHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly keys: KeysRepository,
    private readonly repository: CompanyKeysRepository,
    private readonly recovery: RecoveryRepository,
    private readonly terminator: CompanyKeyTerminator,
    private readonly passwordCheck: PasswordCheck,
    private readonly giver: CompanyKeyGiver,
  ) {}

  @Handle(identity.personKey)
  async personKey(_input: In<typeof identity.personKey>, actor: UserActor) {
    return { key: await this.repository.personKeyOf(actor.userId) };
  }

  @Handle(identity.createPersonKey)
  async createPersonKey({ key, wrap, password }: In<typeof identity.createPersonKey>, actor: UserActor) {
    const { userId } = actor;
    await assertStated(actor, key);
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      if ((await this.accounts.lock(tx, userId)).passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      await this.repository.savePersonKey(tx, userId, { key, wrap });
      await this.terminator.end(tx, { accountId: userId }, actor);
      await this.recovery.endSharesOf(tx, userId);
      return { key: { key, wrap } };
    });
  }

  @Handle(identity.memberKey)
  async memberKey({ id }: In<typeof identity.memberKey>, actor: UserActor) {
    const found = await this.repository.memberKeyOf(companyOf(actor).companyId, id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }

  @Handle(identity.giveCompanyKey)
  async give(
    { id, epoch, password, ...access }: In<typeof identity.giveCompanyKey>,
    actor: UserActor,
  ): Promise<{ message: string }> {
    const { companyId } = companyOf(actor);
    if (!(await this.repository.memberKeyOf(companyId, id))) throw new AppError('NOT_FOUND');
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      const accounts = await this.accounts.lockAll(tx, [actor.userId, id]);
      const [owner, member] = [accounts.get(actor.userId), accounts.get(id)];
      if (!owner || !member) throw new AppError('NOT_FOUND');
      if (owner.passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      await this.members.lockCompany(tx, companyId);
      const roles = await this.members.rolesOf(tx, companyId, id);
      if (!roles || member.suspendedAt) throw new AppError('NOT_FOUND');
      assertUsesKeys(roles);
      const stored = await this.keys.storedOf(actor.userId, tx);
      const personKey = await this.repository.personKeyOf(id, tx);
      if (!stored || stored.bundle.epoch !== epoch || !personKey) throw new AppError('KEYS_STALE');
      const giving = {
        companyId,
        owner: { userId: owner.id, email: owner.email, bundle: stored.bundle },
        member: { userId: id, email: member.email, key: personKey.key },
      };
      await this.giver.give(tx, giving, access, actor);
      return { message: 'The member can now work with end-to-end encrypted files' };
    });
  }

  @Handle(identity.endCompanyKey)
  end({ id }: In<typeof identity.endCompanyKey>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      await this.members.lockCompany(tx, companyId);
      if (!(await this.members.rolesOf(tx, companyId, id))) throw new AppError('NOT_FOUND');
      await this.terminator.end(tx, { companyId, accountId: id }, actor);
      return { message: 'The member no longer has access to end-to-end encrypted files' };
    });
  }

  @Handle(identity.companyKeys)
  async companyKeys(_input: In<typeof identity.companyKeys>, actor: UserActor) {
    assertHasKeys(actor);
    const found = await this.repository.companyKeysOf(companyOf(actor).companyId, actor.userId);
    if (!found) throw new AppError('OWNER_KEYS_REQUIRED');
    return found;
  }
}
