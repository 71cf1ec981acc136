import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, scimUserChange, type ScimUser } from '@tradepost/contracts/identity';
import { domainOf, sameAddress } from '@tradepost/contracts/values/address';
import { validate } from '@tradepost/contracts/values/validate';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { thatFit } from '@tradepost/service-kit/messaging/answer-room';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import type { InferType } from 'yup';
import { AccountsRepository } from '../account/accounts.repository';
import { hasPassword } from '../account/no-password';
import { CONFIG, type IdentityConfig } from '../config';
import { MembersRepository } from '../member/members.repository';
import { ScimCalls, type ScimCompany } from './scim-calls';
import { filterOf } from './scim-filter.policy';
import { userPatchOf } from './scim-patch.policy';
import { ScimPeople } from './scim-people';
import { ScimUsersRepository, userAttributes, type FoundUser } from './scim-users.repository';
import { isShownBy, listOf, shownOf, userView } from './scim-views';

type UserChange = InferType<typeof scimUserChange>;

/** The people of a company, as its identity provider manages them. */
@Controller()
export class ScimUsersHandler {
  constructor(
    private readonly db: Db,
    private readonly calls: ScimCalls,
    private readonly repository: ScimUsersRepository,
    private readonly people: ScimPeople,
    private readonly members: MembersRepository,
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.scimUsers)
  async scimUsers({ filter: given, ...asked }: In<typeof identity.scimUsers>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    const { startIndex, count } = asked;
    const filter = filterOf(given, userAttributes);
    const { found, total } = await this.repository.page(companyId, { filter, startIndex, count });
    const isShown = isShownBy(asked);
    const resources = thatFit(found.map((user) => shownOf(this.view(user), isShown)));
    return listOf(resources, total, startIndex);
  }

  @Handle(identity.scimUser)
  async scimUser({ id, ...shown }: In<typeof identity.scimUser>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    const found = await this.repository.find(companyId, id);
    if (!found) throw new AppError('NOT_FOUND');
    return shownOf(this.view(found), isShownBy(shown));
  }

  @Handle(identity.createScimUser)
  async create({ userName, externalId, active, name }: In<typeof identity.createScimUser>, actor: UserActor) {
    const company = await this.calls.enter(actor);
    const person = {
      userName,
      externalId: externalId ?? null,
      givenName: name?.givenName ?? '',
      familyName: name?.familyName ?? '',
      active: active ?? true,
    };
    return this.db.transaction(async (tx) => {
      const id = await this.people.add(tx, company, person, actor);
      return this.stored(tx, company, id);
    });
  }

  @Handle(identity.replaceScimUser)
  async replace({ id, externalId = null, ...given }: In<typeof identity.replaceScimUser>, actor: UserActor) {
    const company = await this.calls.enter(actor);
    return this.change(company, id, { ...given, externalId }, actor);
  }

  @Handle(identity.patchScimUser)
  async patch({ id, operations }: In<typeof identity.patchScimUser>, actor: UserActor) {
    const company = await this.calls.enter(actor);
    return this.change(company, id, await validate(scimUserChange, userPatchOf(operations)), actor);
  }

  @Handle(identity.deleteScimUser)
  async remove({ id }: In<typeof identity.deleteScimUser>, actor: UserActor) {
    const { companyId } = await this.calls.enter(actor);
    return this.db.transaction(async (tx) => {
      const user = await this.lock(tx, companyId, id);
      await this.people.deactivate(tx, user, actor);
      await this.repository.remove(tx, user);
      return { id };
    });
  }

  private change(company: ScimCompany, id: string, changed: UserChange, actor: UserActor): Promise<ScimUser> {
    const { userName, externalId, active, name } = changed;
    return this.db.transaction(async (tx) => {
      const user = await this.lock(tx, company.companyId, id);
      if (userName !== undefined && !sameAddress(userName, user.email))
        throw new AppError('SCIM_FIXED', { message: 'userName cannot be changed' });
      if (active === false) await this.people.deactivate(tx, user, actor);
      if (active === true) await this.people.activate(tx, company, user, actor);
      if (name) await this.rename(tx, user, name);
      await this.repository.change(tx, id, externalId === undefined ? {} : { externalId });
      return this.stored(tx, company, id);
    });
  }

  /** People with a password of their own, who may be members of several companies, keep their name, and so do those of a domain that was lost. */
  private async rename(tx: Tx, user: FoundUser, { givenName, familyName }: NonNullable<UserChange['name']>) {
    if (hasPassword(user) || !(await this.people.isOurs(tx, user.companyId, domainOf(user.email)))) return;
    const firstName = givenName || user.firstName;
    const lastName = familyName ?? user.lastName;
    await this.accounts.setName(tx, user.accountId, { firstName, lastName });
  }

  /** The person, while nothing else changes the members of the company. @throws AppError NOT_FOUND */
  private async lock(tx: Tx, companyId: string, id: string): Promise<FoundUser> {
    await this.members.lockCompany(tx, companyId);
    const user = await this.repository.find(companyId, id, tx);
    if (!user) throw new AppError('NOT_FOUND');
    return user;
  }

  private async stored(tx: Tx, { companyId }: ScimCompany, id: string): Promise<ScimUser> {
    const user = await this.repository.find(companyId, id, tx);
    if (!user) throw new AppError('NOT_FOUND');
    return this.view(user);
  }

  private view(user: FoundUser): ScimUser {
    return userView(user, this.config.ORIGIN);
  }
}
