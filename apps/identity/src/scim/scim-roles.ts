import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { ProvidedRole } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { MemberRoles } from '../member/member-roles';
import { MembersRepository } from '../member/members.repository';
import { SsoSettingsRepository } from '../sso/sso-settings.repository';
import { ScimGroupsRepository } from './scim-groups.repository';
import { leastRole, roleOfGroup } from './scim-roles.policy';

/** The roles that groups give. */
@Injectable()
export class ScimRoles {
  constructor(
    private readonly settings: SsoSettingsRepository,
    private readonly groups: ScimGroupsRepository,
    private readonly members: MembersRepository,
    private readonly memberRoles: MemberRoles,
  ) {}

  /** @throws AppError INVALID */
  async assertNamesRole(tx: Tx, companyId: string, name: string): Promise<void> {
    const connection = await this.settings.connectionOf(companyId, tx);
    if (roleOfGroup(name, connection?.mapping ?? [])) return;
    throw new AppError('INVALID', { message: 'No role has the name of this group' });
  }

  /** Of a member by the groups; the default one of single sign-on without a group. */
  async of(tx: Tx, companyId: string, accountId: string): Promise<ProvidedRole[]> {
    const connection = await this.settings.connectionOf(companyId, tx);
    const names = await this.groups.namesOf(tx, companyId, accountId);
    const given = names.flatMap((name) => roleOfGroup(name, connection?.mapping ?? []) ?? []);
    return given.length > 0 ? [...new Set(given)] : [connection?.defaultRole ?? leastRole];
  }

  /** After a change of groups, gives members the roles of their groups. The owner and co-owners keep their roles. The company's members must be locked. */
  async apply(tx: Tx, companyId: string, accountIds: readonly string[], actor: UserActor): Promise<void> {
    for (const userId of accountIds) {
      if (!(await this.members.rolesOf(tx, companyId, userId))) continue;
      const roles = await this.of(tx, companyId, userId);
      await this.memberRoles.changeByProvider(tx, { companyId, userId }, roles, 'person', actor);
    }
  }
}
