import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { assertUsable, isSecretOf } from '@tradepost/service-kit/api-key';
import { Handle } from '@tradepost/service-kit/decorators';
import { AccountsRepository, toUser } from './accounts.repository';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository } from './api-keys.repository';
import { Attempts } from './attempts';

/** Whom a key stands for. */
@Injectable()
export class KeyHolderHandler {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
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

  private async actorOf({ id, name, scopes, allowance, accountId }: ApiKeyRow): Promise<UserActor> {
    const [account, company] = await Promise.all([this.accounts.byId(accountId), this.accounts.companyOf(accountId)]);
    if (!account || account.deletedAt) throw new AppError('UNAUTHENTICATED');
    if (account.suspendedAt) throw new AppError('SUSPENDED');
    const { userType, kycStatus, email, firstName, lastName, companyId, companyName } = toUser(account, company);
    const key = { id, name, scopes, acceptsAlone: allowance !== null };
    return { kind: 'user', userId: accountId, sessionId: id, email, firstName, lastName, companyId, companyName, userType, kycStatus, scope: 'session', ip: '', key };
  }
}
