import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { accountOf, isOwner } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { AccountsRepository } from '../account/accounts.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { PresentRoles } from '../member/present-roles';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository, toView } from './api-keys.repository';

export type NewApiKey = Omit<ApiKeyRow, 'revokedAt' | 'lastUsedAt' | 'lastUsedIp'>;

export const aboutOf = ({
  id: keyId,
  companyId,
  accountId: userId,
  name,
}: Pick<ApiKeyRow, 'id' | 'companyId' | 'accountId' | 'name'>) => ({ keyId, companyId, userId, name });

/** Stores new API keys and SCIM tokens, and informs the owner of the company and the person who has created them by mail. */
@Injectable()
export class NewApiKeys {
  constructor(
    private readonly repository: ApiKeysRepository,
    private readonly accounts: AccountsRepository,
    private readonly presentRoles: PresentRoles,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** @param epoch of the owner's current vault; 0 without one @throws AppError KEY_LIMIT, NOT_ALLOWED */
  async add(tx: Tx, row: NewApiKey, actor: UserActor, epoch = 0): Promise<ApiKeyView> {
    await this.presentRoles.assertStillMay(tx, actor, 'programs');
    if (!(await this.repository.insert(tx, row))) throw new AppError('KEY_LIMIT');
    const apiKey = toView({ ...row, revokedAt: null, lastUsedAt: null, lastUsedIp: null }, actor.email, epoch);
    const { id, scopes, addresses, allowance } = row;
    const { name, expiresAt, createdAt: at } = apiKey;
    const sealing = row.wrap !== null;
    const created = { ...aboutOf(row), scopes, addresses, expiresAt, allowance, sealing };
    await this.outbox.event(tx, identityEvents.apiKeyCreated, created, actor);
    const data = {
      name,
      scopes,
      mayAcceptWithoutCode: allowance !== null,
      opensSealed: sealing,
      expiresAt,
      at,
      ip: actor.ip,
      link: `${this.config.ORIGIN}/profile`,
    };
    const template = 'api-key-created' as const;
    const mail = { template, to: actor.email, data: { ...data, firstName: actor.firstName } };
    await this.outbox.job(tx, sendMail, mail, { key: `api-key-created-${id}` });
    if (isOwner(actor)) return apiKey;
    const owner = await this.accounts.byId(accountOf(actor).userId, tx);
    if (!owner) throw new AppError('NOT_FOUND');
    const toOwner = { template, to: owner.email, data: { ...data, firstName: owner.firstName, by: actor.email } };
    await this.outbox.job(tx, sendMail, toOwner, { key: `api-key-created-${id}-owner` });
    return apiKey;
  }
}
