import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type IdentityConfig } from '../config';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository, toView } from './api-keys.repository';

export type NewApiKey = Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt' | 'lastUsedIp'>;

export const aboutOf = ({
  id: keyId,
  companyId,
  accountId: userId,
  name,
}: Pick<ApiKeyRow, 'id' | 'companyId' | 'accountId' | 'name'>) => ({ keyId, companyId, userId, name });

/** Stores new API keys and SCIM tokens, and informs the owner of the company by mail. */
@Injectable()
export class NewApiKeys {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @param epoch of the owner's current vault; 0 without one @throws AppError KEY_LIMIT */
  async add(tx: Tx, row: NewApiKey, actor: UserActor, epoch = 0): Promise<ApiKeyView> {
    if (!(await this.repository.insert(tx, row))) throw new AppError('KEY_LIMIT');
    const apiKey = toView({ ...row, revokedAt: null, lastUsedAt: null, lastUsedIp: null }, epoch);
    const { id, scopes, addresses, allowance } = row;
    const { name, expiresAt, createdAt: at } = apiKey;
    const sealing = row.wrap !== null;
    const created = { ...aboutOf(row), scopes, addresses, expiresAt, allowance, sealing };
    await this.outbox.event(tx, identityEvents.apiKeyCreated, created, actor);
    const data = {
      firstName: actor.firstName,
      name,
      scopes,
      mayAcceptWithoutCode: allowance !== null,
      opensSealed: sealing,
      expiresAt,
      at,
      ip: actor.ip,
      link: `${this.config.ORIGIN}/profile`,
    };
    const mail = { template: 'api-key-created' as const, to: actor.email, data };
    await this.outbox.job(tx, sendMail, mail, { key: `api-key-created-${id}` });
    return apiKey;
  }
}
