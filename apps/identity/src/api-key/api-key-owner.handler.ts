import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import type { ProgramKeys, StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { assertUsable, isSecretOf } from '@tradepost/service-kit/security/api-key';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository, toView } from './api-keys.repository';
import { LoginThrottle } from '../session/login-throttle';
import { KeysRepository } from '../keys/keys.repository';

/** Resolves an API key to its owner. */
@Controller()
export class ApiKeyOwnerHandler {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
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
  async ownKey(
    _input: In<typeof identity.ownKey>,
    { key: actingKey, userId, email, userType, companyId, companyName }: UserActor,
  ) {
    const key = actingKey && (await this.repository.byId(actingKey.id));
    if (!key || !companyId || !companyName) throw new AppError('NOT_ALLOWED');
    const stored = await this.keys.storedOf(userId);
    const apiKey = toView(key, stored?.vault.epoch ?? 0);
    return {
      owner: { id: userId, email, userType, companyId, companyName },
      apiKey,
      keys: stored && key.wrap && apiKey.sealing === 'live' ? withWrapOnly(stored, key.wrap) : null,
    };
  }

  private async actorOf({ id, name, scopes, allowance, accountId }: ApiKeyRow): Promise<UserActor> {
    const [account, company] = await Promise.all([this.accounts.byId(accountId), this.companies.byOwner(accountId)]);
    if (!account || account.deletedAt) throw new AppError('UNAUTHENTICATED');
    if (account.suspendedAt) throw new AppError('SUSPENDED');
    const { userType, kycStatus, email, firstName, lastName, companyId, companyName } = this.accounts.viewOf(
      account,
      company,
    );
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
      roles: ['owner'],
      scope: 'session',
      ip: '',
      key,
    };
  }
}

/** Leaves out the wraps of the password and the recovery key, so that a leaked API key gives nothing to guess passwords against. */
function withWrapOnly({ bundle, vault: { wraps: _wraps, ...vault }, pins }: StoredKeys, program: string): ProgramKeys {
  return { bundle, vault: { ...vault, wraps: { program } }, pins };
}
