import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, scimGroupChange, type ScimGroup } from '@tradepost/contracts/identity';
import { validate } from '@tradepost/contracts/values/validate';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type IdentityConfig } from '../config';
import { MembersRepository } from '../member/members.repository';
import { ScimCalls } from './scim-calls';
import { filterOf } from './scim-filter.policy';
import { groupAttributes, ScimGroupsRepository, type FoundGroup } from './scim-groups.repository';
import type { ScimGroupRow } from './scim.entity';
import { groupPatchOf, type MembersPatch } from './scim-patch.policy';
import { ScimPeople } from './scim-people';
import { ScimRoles } from './scim-roles';
import { ScimUsersRepository } from './scim-users.repository';
import { groupView, isShownBy, listOf, shownOf } from './scim-views';

/** Members that one call may add to a group or remove from it, or that a renamed or deleted group may have: each may get other roles. */
const maxChanged = 1_000;

interface GroupChange {
  displayName?: string | undefined;
  externalId?: string | null | undefined;
  members: MembersPatch;
}

/** @throws AppError INVALID */
function assertFew(changed: number): void {
  if (changed > maxChanged) throw new AppError('INVALID', { message: `At most ${maxChanged} members in one call` });
}

/** @throws AppError SCIM_TOO_MANY for a group with members that do not fit into an answer */
function readable(group: ScimGroup | null | undefined): ScimGroup {
  if (!group) throw new AppError('SCIM_TOO_MANY');
  return group;
}

const onlyThese = (members: readonly { value: string }[]): MembersPatch => ({
  replaces: true,
  added: new Set(members.map(({ value }) => value)),
  removed: new Set(),
});

/** The groups of a company's identity provider. Each stands for a role by its name. */
@Controller()
export class ScimGroupsHandler {
  constructor(
    private readonly db: Db,
    private readonly calls: ScimCalls,
    private readonly repository: ScimGroupsRepository,
    private readonly users: ScimUsersRepository,
    private readonly people: ScimPeople,
    private readonly roles: ScimRoles,
    private readonly members: MembersRepository,
    private readonly governor: Governor,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.scimGroups)
  async scimGroups({ filter: given, ...asked }: In<typeof identity.scimGroups>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    const { startIndex, count } = asked;
    const filter = filterOf(given, groupAttributes);
    const { found, total } = await this.repository.page(companyId, { filter, startIndex, count });
    const shown = await this.shown(found, isShownBy(asked));
    if (found.length > 0) readable(shown[0]);
    return listOf(shown, total, startIndex);
  }

  @Handle(identity.scimGroup)
  async scimGroup({ id, ...asked }: In<typeof identity.scimGroup>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    const [group] = await this.shown([await this.found(companyId, id)], isShownBy(asked));
    return readable(group);
  }

  @Handle(identity.createScimGroup)
  async create({ displayName, externalId = null, members }: In<typeof identity.createScimGroup>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    return this.db.transaction(async (tx) => {
      await this.members.lockCompany(tx, companyId);
      await this.assertName(tx, { companyId, id: null }, displayName);
      const groups = await this.repository.count(tx, companyId);
      this.governor.assertFits('scimGroups', companyId, groups + 1, 'SCIM_GROUPS_FULL');
      const now = new Date();
      const group = { id: uuidv7(), companyId, displayName, externalId, createdAt: now, changedAt: now };
      await this.repository.insert(tx, group);
      await this.changeMembers(tx, group, onlyThese(members), actor);
      return readable(await this.whole(tx, group));
    });
  }

  @Handle(identity.replaceScimGroup)
  async replace(input: In<typeof identity.replaceScimGroup>, actor: UserActor) {
    const { id, displayName, externalId = null, members } = input;
    const { companyId } = await this.calls.enter(actor);
    return readable(
      await this.change({ companyId, id }, { displayName, externalId, members: onlyThese(members) }, actor),
    );
  }

  @Handle(identity.patchScimGroup)
  async patch({ id, operations }: In<typeof identity.patchScimGroup>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    const { members, ...given } = groupPatchOf(operations);
    const changed = { ...(await validate(scimGroupChange, given)), members };
    const shown = await this.change({ companyId, id }, changed, actor);
    // without schemas, the gateway shows nothing of it
    return shown ?? { ...this.view({ ...(await this.found(companyId, id)), members: [] }), schemas: [] };
  }

  @Handle(identity.deleteScimGroup)
  async remove({ id }: In<typeof identity.deleteScimGroup>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    return this.db.transaction(async (tx) => {
      await this.members.lockCompany(tx, companyId);
      const group = await this.found(companyId, id, tx);
      const accountIds = await this.accountsOfAll(tx, group);
      await this.repository.remove(tx, group);
      await this.roles.apply(tx, companyId, accountIds, actor);
      return { id };
    });
  }

  /** @returns null for a group that has too many members for one answer */
  private change(
    { companyId, id }: { companyId: string; id: string },
    { displayName, externalId, members }: GroupChange,
    actor: UserActor,
  ): Promise<ScimGroup | null> {
    return this.db.transaction(async (tx) => {
      await this.members.lockCompany(tx, companyId);
      const group = await this.found(companyId, id, tx);
      const isRenamed = displayName !== undefined && displayName !== group.displayName;
      if (isRenamed) await this.assertName(tx, group, displayName);
      await this.repository.change(tx, id, {
        ...(isRenamed && { displayName }),
        ...(externalId !== undefined && { externalId }),
      });
      await this.changeMembers(tx, group, members, actor);
      if (isRenamed) await this.roles.apply(tx, companyId, await this.accountsOfAll(tx, group), actor);
      return this.whole(tx, await this.found(companyId, id, tx));
    });
  }

  /** @throws AppError INVALID for a person that the identity provider has not added, or too many at once */
  private async changeMembers(tx: Tx, group: ScimGroupRow, patch: MembersPatch, actor: UserActor): Promise<void> {
    const { companyId } = group;
    const present = new Set(await this.repository.memberIds(tx, group));
    const added = [...patch.added].filter((id) => !present.has(id));
    const isGone = (id: string) => (patch.replaces ? !patch.added.has(id) : patch.removed.has(id));
    const removed = [...present].filter(isGone);
    assertFew(added.length + removed.length);
    const newcomers = await this.users.ofIds(tx, companyId, added);
    if (newcomers.length < added.length)
      throw new AppError('INVALID', { message: 'members contains a person who was not added' });
    const emails = newcomers.map(({ email }) => email);
    await this.people.assertOurs(tx, companyId, emails);
    const joined = newcomers.map(({ accountId }) => accountId);
    const left = await this.accountsOf(tx, group, removed);
    await this.repository.addMembers(tx, group, joined);
    await this.repository.removeMembers(tx, group, left);
    await this.roles.apply(tx, companyId, [...joined, ...left], actor);
  }

  private async accountsOf(tx: Tx, { companyId }: ScimGroupRow, ids: readonly string[]): Promise<string[]> {
    return (await this.users.ofIds(tx, companyId, ids)).map(({ accountId }) => accountId);
  }

  /** Of the members who get other roles with the group. @throws AppError INVALID if they are too many at once */
  private async accountsOfAll(tx: Tx, group: ScimGroupRow): Promise<string[]> {
    const ids = await this.repository.memberIds(tx, group);
    assertFew(ids.length);
    return this.accountsOf(tx, group, ids);
  }

  /** @throws AppError INVALID, SCIM_EXISTS */
  private async assertName(
    tx: Tx,
    { companyId, id }: { companyId: string; id: string | null },
    displayName: string,
  ): Promise<void> {
    await this.roles.assertNamesRole(tx, companyId, displayName);
    if (await this.repository.hasOther(tx, companyId, displayName, id)) throw new AppError('SCIM_EXISTS');
  }

  /** @throws AppError NOT_FOUND */
  private async found(companyId: string, id: string, from?: Tx): Promise<ScimGroupRow> {
    const group = await this.repository.find(companyId, id, from);
    if (!group) throw new AppError('NOT_FOUND');
    return group;
  }

  /** As many of them as one answer has. Members are read only if they are wanted. */
  private async shown(found: ScimGroupRow[], isShown: ReturnType<typeof isShownBy>): Promise<ScimGroup[]> {
    const groups = isShown('members')
      ? await this.repository.withMembers(found)
      : found.map((group) => ({ ...group, members: [] }));
    return groups.map((group) => shownOf(this.view(group), isShown));
  }

  /** Null if it has too many members for one answer. */
  private async whole(tx: Tx, group: ScimGroupRow): Promise<ScimGroup | null> {
    const [found] = await this.repository.withMembers([group], tx);
    return found ? this.view(found) : null;
  }

  private view(group: FoundGroup): ScimGroup {
    return groupView(group, this.config.ORIGIN);
  }
}
