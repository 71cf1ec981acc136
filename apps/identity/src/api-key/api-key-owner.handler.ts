import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import type { ProgramKeys, StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { accountOf, permits, type Role } from '@tradepost/contracts/roles';
import { assertUsable, isSecretOf } from '@tradepost/service-kit/security/api-key';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import type { AccountRow } from '../account/account.entity';
import { AccountsRepository } from '../account/accounts.repository';
import { Db } from '@tradepost/service-kit/database/database';
import { CompaniesRepository } from '../company/companies.repository';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository, toView } from './api-keys.repository';
import { MembersRepository } from '../member/members.repository';
import { LoginThrottle } from '../session/login-throttle';
import { KeysRepository } from '../keys/keys.repository';

/** Resolves an API key to the person who has created it. */
@Controller()
export class ApiKeyOwnerHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly members: MembersRepository,
    private readonly keys: KeysRepository,
    private readonly throttle: LoginThrottle,
  ) {}

  @Handle(identity.resolveApiKeyOwner)
  async resolveApiKeyOwner({ id, secretHash, ip }: In<typeof identity.resolveApiKeyOwner>) {
    const key = await this.repository.byId(id);
    if (!key || !isSecretOf(key.secretHash, secretHash)) return this.throttle.rejectApiKey(ip);
    const now = new Date();
    assertUsable(key, ip, now);
    const actor = await this.actorOf(key);
    await this.repository.recordUse(key, ip, now);
    return { actor, addresses: key.addresses, expiresAt: key.expiresAt.toISOString() };
  }

  @Handle(identity.ownKey)
  async ownKey(_input: In<typeof identity.ownKey>, actor: UserActor) {
    const { key: actingKey, userType, companyId, companyName } = actor;
    const { userId, email } = accountOf(actor);
    const key = actingKey && (await this.repository.byId(actingKey.id));
    if (!key || !companyId || !companyName) throw new AppError('NOT_ALLOWED');
    const stored = await this.keys.storedOf(userId);
    const apiKey = toView(key, actor.email, stored?.vault.epoch ?? 0);
    return {
      owner: { id: userId, email, userType, companyId, companyName },
      apiKey,
      keys: stored && key.wrap && apiKey.sealing === 'live' ? withWrapOnly(stored, key.wrap) : null,
    };
  }

  private async actorOf({ id, name, scopes, allowance, accountId, companyId }: ApiKeyRow): Promise<UserActor> {
    const company = await this.companies.byId(companyId, this.db.read);
    if (!company) throw new AppError('UNAUTHENTICATED');
    const account = await this.liveAccount(accountId);
    const owner = company.ownerId === accountId ? account : await this.liveAccount(company.ownerId);
    const { userType } = owner;
    const roles: readonly Role[] = owner === account ? ['owner'] : await this.rolesOf(companyId, accountId);
    const { kycStatus, email, firstName, lastName, companyName } = this.accounts.viewOf(account, company, {
      userType,
      roles,
    });
    const key = { id, name, scopes, mayAcceptWithoutCode: allowance !== null };
    return {
      kind: 'user',
      userId: accountId,
      sessionId: id,
      email,
      firstName,
      lastName,
      companyId,
      companyName,
      userType,
      kycStatus,
      roles,
      ...(owner !== account && { owner: { userId: owner.id, email: owner.email } }),
      scope: 'session',
      ip: '',
      key,
    };
  }

  /** @throws AppError UNAUTHENTICATED, SUSPENDED */
  private async liveAccount(id: string): Promise<AccountRow> {
    const account = await this.accounts.byId(id);
    if (!account || account.deletedAt) throw new AppError('UNAUTHENTICATED');
    if (account.suspendedAt) throw new AppError('SUSPENDED');
    return account;
  }

  /** The present roles of a member, who must still be one that creates keys. @throws AppError UNAUTHENTICATED */
  private async rolesOf(companyId: string, accountId: string): Promise<readonly Role[]> {
    const roles = await this.members.rolesOf(this.db.read, companyId, accountId);
    if (!roles || !permits({ roles }, 'programs')) throw new AppError('UNAUTHENTICATED');
    return roles;
  }
}

/** Leaves out the wraps of the password and the recovery key, so that a leaked API key gives nothing to guess passwords against. */
function withWrapOnly({ bundle, vault: { wraps: _wraps, ...vault }, pins }: StoredKeys, program: string): ProgramKeys {
  return { bundle, vault: { ...vault, wraps: { program } }, pins };
}
