import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import type { PublicBundle } from '@tradepost/contracts/encryption/sealed';
import { AppError } from '@tradepost/contracts/errors';
import type { identity } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { AccountRow } from '../account/account.entity';
import { MembersRepository } from '../member/members.repository';
import { SessionRevoker } from '../session/session-revoker';
import { CompanyKeyGiver } from './company-key-giver';
import { CompanyKeyTerminator } from './company-key-terminator';
import { assertMayGive, usesKeys } from './company-key.policy';
import { CompanyKeysRepository } from './company-keys.repository';

interface Renewal {
  /** Of the new epoch. */
  bundle: PublicBundle;
  members: In<typeof identity.rotateKeys>['members'];
  /** Of the owner and of these members, locked. */
  accounts: ReadonlyMap<string, AccountRow>;
}

/** Gives the new keys of an owner's company to members in place of the former ones. */
@Injectable()
export class CompanyKeyRenewal {
  constructor(
    private readonly repository: CompanyKeysRepository,
    private readonly members: MembersRepository,
    private readonly terminator: CompanyKeyTerminator,
    private readonly sessions: SessionRevoker,
    private readonly giver: CompanyKeyGiver,
  ) {}

  /**
   * Call it once the new epoch is stored. Who gets no new keys has none any more, and sessions of all who had the former keys end: their
   * clients hold them. @throws AppError as `give`
   */
  async run(tx: Tx, renewal: Renewal, actor: UserActor): Promise<void> {
    const holders = await this.repository.holdersOf(tx, actor.userId);
    if (renewal.members.length > 0) await this.give(tx, renewal, actor);
    await this.terminator.end(tx, { ownerId: actor.userId }, actor);
    for (const { companyId, accountId } of holders) await this.sessions.revoke(tx, actor, accountId, { companyId });
  }

  /** @throws AppError COMPANY_KEY_INVALID unless each is for the present key of a member who may have it; NOT_ALLOWED, COMPANY_MISSING */
  private async give(tx: Tx, { bundle, members, accounts }: Renewal, actor: UserActor): Promise<void> {
    assertMayGive(actor);
    const { companyId } = companyOf(actor);
    await this.members.lockCompany(tx, companyId);
    const owner = { userId: actor.userId, email: actor.email, bundle };
    for (const { id, ...access } of members) {
      const account = accounts.get(id);
      if (!account) throw new AppError('COMPANY_KEY_INVALID');
      const roles = await this.members.rolesOf(tx, companyId, id);
      const personKey = await this.repository.personKeyOf(id, tx);
      if (account.suspendedAt || !roles || !usesKeys(roles) || !personKey) throw new AppError('COMPANY_KEY_INVALID');
      const member = { userId: id, email: account.email, key: personKey.key };
      await this.giver.give(tx, { companyId, owner, member }, access, actor);
    }
  }
}
