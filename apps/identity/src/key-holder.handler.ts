import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import type { ProgramKeys, StoredKeys } from '@tradepost/contracts/sealed';
import { assertUsable, isSecretOf } from '@tradepost/service-kit/api-key';
import { Handle } from '@tradepost/service-kit/decorators';
import { AccountsRepository, toUser } from './accounts.repository';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository, toView } from './api-keys.repository';
import { Attempts } from './attempts';
import { KeysRepository } from './keys.repository';

/** Whom a key stands for. */
@Injectable()
export class KeyHolderHandler {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly attempts: Attempts,
  ) {}

  @Handle(identity.keyHolder)
  async keyHolder({ id, secretHash, ip }: In<typeof identity.keyHolder>) {
    const key = await this.repository.byId(id);
    if (!key || !isSecretOf(key.secretHash, secretHash)) return this.attempts.refuseKey(ip);
    const now = new Date();
    assertUsable(key, ip, now);
    const actor = await this.actorOf(key);
    await this.repository.noteUse(key, ip, now);
    return { actor, addresses: key.addresses, expiresAt: key.expiresAt.toISOString() };
  }

  @Handle(identity.ownKey)
  async ownKey(
    _input: In<typeof identity.ownKey>,
    { key: acting, userId, email, userType, companyId, companyName }: UserActor,
  ) {
    const key = acting && (await this.repository.byId(acting.id));
    if (!key || !companyId || !companyName) throw new AppError('NOT_ALLOWED');
    const stored = await this.keys.storedOf(userId);
    const apiKey = toView(key, stored?.vault.epoch ?? 0);
    return {
      owner: { id: userId, email, userType, companyId, companyName },
      apiKey,
      keys: stored && key.wrap && apiKey.sealing === 'live' ? underOwnWrap(stored, key.wrap) : null,
    };
  }

  private async actorOf({ id, name, scopes, allowance, accountId }: ApiKeyRow): Promise<UserActor> {
    const [account, company] = await Promise.all([this.accounts.byId(accountId), this.accounts.companyOf(accountId)]);
    if (!account || account.deletedAt) throw new AppError('UNAUTHENTICATED');
    if (account.suspendedAt) throw new AppError('SUSPENDED');
    const { userType, kycStatus, email, firstName, lastName, companyId, companyName } = toUser(account, company);
    const key = { id, name, scopes, acceptsAlone: allowance !== null };
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
      scope: 'session',
      ip: '',
      key,
    };
  }
}

/** Without the wraps of the password and of the recovery key: whoever finds the API key is to have nothing to guess at. */
function underOwnWrap(
  { bundle, vault: { epoch, hpkePrivate, signPrivate }, pins, revision }: StoredKeys,
  program: string,
): ProgramKeys {
  return { bundle, vault: { epoch, wraps: { program }, hpkePrivate, signPrivate }, pins, revision };
}
