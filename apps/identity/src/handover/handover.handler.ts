import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, type Handover } from '@tradepost/contracts/identity';
import { accountOf } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { HashingQueue } from '../account/hashing-queue';
import { PasswordCheck } from '../account/password-check';
import { Passwords } from '../account/passwords';
import { CodeLimits } from '../code/code-limits';
import { OneTimeCodes } from '../code/one-time-codes';
import { CompanyKeysRepository } from '../company-key/company-keys.repository';
import { KeysRepository } from '../keys/keys.repository';
import { MembersRepository } from '../member/members.repository';
import { PresentRoles } from '../member/present-roles';
import { AccountTakeover } from './account-takeover';
import { HandoverNotices } from './handover-notices';
import { assertFit, assertMayPass } from './handover.policy';
import { HandoversRepository, type FoundHandover } from './handovers.repository';

/** Owners hand their company over to co-owners, who take it over. */
@Controller()
export class HandoverHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly presentRoles: PresentRoles,
    private readonly keys: KeysRepository,
    private readonly companyKeys: CompanyKeysRepository,
    private readonly repository: HandoversRepository,
    private readonly notices: HandoverNotices,
    private readonly takeover: AccountTakeover,
    private readonly codes: OneTimeCodes,
    private readonly codeLimits: CodeLimits,
    private readonly hashing: HashingQueue,
    private readonly passwords: Passwords,
    private readonly passwordCheck: PasswordCheck,
  ) {}

  @Handle(identity.handover)
  async handover(_input: In<typeof identity.handover>, actor: UserActor) {
    const found = await this.repository.of(companyOf(actor).companyId);
    return { handover: found && toView(found) };
  }

  @Handle(identity.sendHandoverCode)
  async sendCode(_input: In<typeof identity.sendHandoverCode>, actor: UserActor) {
    const { companyName } = companyOf(actor);
    const { userId, email, firstName } = actor;
    const as = await this.codeLimits.takeResetCode(email, actor);
    const data = { firstName, companyName };
    const owner = this.codes.accountOwner(await this.accounts.byId(userId), as);
    await this.hashing.run(actor, () =>
      this.codes.send(owner, 'handover', (code) => ({
        template: 'handover-code',
        to: email,
        data: { ...data, code },
      })),
    );
    return { message: 'A verification code was sent to you' };
  }

  @Handle(identity.startHandover)
  async start({ memberId, password, code }: In<typeof identity.startHandover>, actor: UserActor) {
    const { companyId, companyName } = companyOf(actor);
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    // what is refused anyway uses up no code
    await this.db.transaction((tx) => this.assertMayStart(tx, companyId, actor.userId, memberId));
    const as = await this.codeLimits.accountKey(actor.email, actor);
    const owner = this.codes.accountOwner(await this.accounts.byId(actor.userId), as);
    return this.hashing.run(actor, () =>
      this.codes.redeem(owner, 'handover', code, async (tx) => {
        const account = await this.assertMayStart(tx, companyId, actor.userId, memberId);
        if (account.passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
        await this.presentRoles.assertStillMay(tx, actor, 'vault');
        await this.repository.start(tx, companyId, memberId);
        const started = (await this.repository.of(companyId, tx))!;
        await this.notices.publish(tx, { companyId, companyName }, started, 'started', actor);
        return { handover: toView(started) };
      }),
    );
  }

  @Handle(identity.cancelHandover)
  cancel(_input: In<typeof identity.cancelHandover>, actor: UserActor) {
    const { companyId, companyName } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      await this.members.lockCompany(tx, companyId);
      const found = await this.repository.of(companyId, tx);
      const isInvolved = found && [found.toId, accountOf(actor).userId].includes(actor.userId);
      if (!isInvolved || !(await this.repository.end(tx, companyId))) throw new AppError('NOT_FOUND');
      await this.notices.publish(tx, { companyId, companyName }, found, 'cancelled', actor);
      return { message: 'The company is not handed over' };
    });
  }

  @Handle(identity.acceptHandover)
  async accept(
    { password, record, epoch, wraps, recoverySaved }: In<typeof identity.acceptHandover>,
    actor: UserActor,
  ) {
    const company = companyOf(actor);
    const { companyId } = company;
    const { userId: ownerId, email } = accountOf(actor);
    if ((await this.repository.of(companyId))?.toId !== actor.userId) throw new AppError('NOT_FOUND');
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    const stored = await this.passwords.stored(email, record, await this.accounts.byId(ownerId));
    return this.db.transaction(async (tx) => {
      await this.codes.lock(tx, ownerId);
      const { account, person } = await this.lockBoth(tx, companyId, ownerId, actor.userId);
      if (person.passwordHash !== passwordHash) throw new AppError('KEYS_STALE');
      const found = await this.repository.of(companyId, tx);
      if (found?.toId !== actor.userId || account.suspendedAt) throw new AppError('NOT_FOUND');
      const vault = await this.keys.vaultOf(ownerId, tx);
      if (vault?.epoch !== epoch) throw new AppError('KEYS_STALE');
      await this.repository.end(tx, companyId);
      await this.notices.publish(tx, company, found, 'accepted', actor);
      await this.notices.mailFormer(tx, company, await this.repository.personOf(tx, account), actor);
      await this.takeover.run(tx, { company, account, vault, person, password: stored, wraps, recoverySaved }, actor);
      return { message: 'You are the owner of the company now', email };
    });
  }

  /** @returns the owner's account, locked @throws AppError NOT_FOUND, HANDOVER_OPEN, and as `lockBoth` */
  private async assertMayStart(tx: Tx, companyId: string, ownerId: string, memberId: string): Promise<AccountRow> {
    const { account } = await this.lockBoth(tx, companyId, ownerId, memberId);
    if (await this.repository.of(companyId, tx)) throw new AppError('HANDOVER_OPEN');
    return account;
  }

  /**
   * Locks the owner's account, that of the person who takes the company over, and the members of the company.
   * @throws AppError NOT_FOUND, HANDOVER_UNFIT, HANDOVER_MEMBERSHIPS, NOT_ALLOWED
   */
  private async lockBoth(tx: Tx, companyId: string, ownerId: string, memberId: string) {
    const locked = await this.accounts.lockAll(tx, [ownerId, memberId]);
    await this.members.lockCompany(tx, companyId);
    const [account, person] = [locked.get(ownerId), locked.get(memberId)];
    const roles = await this.members.rolesOf(tx, companyId, memberId);
    if (!account || !person || !roles) throw new AppError('NOT_FOUND');
    const epoch = await this.keys.epochOf(ownerId, tx);
    assertFit({ account: person, roles, hasKeys: await this.companyKeys.hasKeysOf(tx, companyId, memberId, epoch) });
    const isMember = (await this.members.membershipsOf(tx, ownerId)).length > 0;
    assertMayPass({ account, servesOthers: isMember || (await this.repository.holdsOthers(tx, ownerId)) });
    return { account, person };
  }
}

const toView = ({ email, toId, toEmail, firstName, lastName, createdAt, expiresAt }: FoundHandover): Handover => ({
  email,
  to: { id: toId, email: toEmail, firstName, lastName },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
