import { Controller, Inject } from '@nestjs/common';
import { companyOf, scimScope, type UserActor } from '@tradepost/contracts/actor';
import type { ApiKeyView } from '@tradepost/contracts/api-keys';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, type ScimToken } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { makeApiKey } from '@tradepost/service-kit/security/api-key';
import { v7 as uuidv7 } from 'uuid';
import { PasswordCheck } from '../account/password-check';
import { ApiKeysRepository, toView } from '../api-key/api-keys.repository';
import { NewApiKeys } from '../api-key/new-api-keys';
import { CONFIG, type IdentityConfig } from '../config';
import { SsoSettingsRepository } from '../sso/sso-settings.repository';
import { scimUrlOf } from './scim-views';

/** No vault: a SCIM token has no sealing key. */
const noEpoch = 0;

const tokenView = (view: ApiKeyView): ScimToken => {
  const { id, name, prefix, createdBy, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp } = view;
  return { id, name, prefix, createdBy, createdAt, expiresAt, revokedAt, lastUsedAt, lastUsedIp };
};

/** The SCIM tokens of a company: API keys that allow SCIM only. */
@Controller()
export class ScimTokensHandler {
  constructor(
    private readonly db: Db,
    private readonly apiKeys: ApiKeysRepository,
    private readonly newApiKeys: NewApiKeys,
    private readonly settings: SsoSettingsRepository,
    private readonly passwordCheck: PasswordCheck,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.scimTokens)
  async scimTokens(_input: In<typeof identity.scimTokens>, actor: UserActor) {
    const keys = await this.apiKeys.ofCompany(companyOf(actor).companyId, new Date(), { isScim: true });
    const tokens = keys.map(({ key, createdBy }) => tokenView(toView(key, createdBy, noEpoch)));
    return { baseUrl: scimUrlOf(this.config.ORIGIN), tokens };
  }

  @Handle(identity.createScimToken)
  async create({ name, expiresInDays, password }: In<typeof identity.createScimToken>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    await this.passwordCheck.run(actor, password);
    const [id, createdAt] = [uuidv7(), new Date()];
    const { key: token, secretHash } = makeApiKey(id);
    const row = {
      ...{ id, companyId, name, secretHash, createdAt },
      accountId: actor.userId,
      scopes: [scimScope] as [typeof scimScope],
      addresses: [],
      allowance: null,
      wrap: null,
      wrapEpoch: null,
      expiresAt: daysAfter(createdAt, expiresInDays),
    };
    return this.db.transaction(async (tx) => {
      await this.settings.lock(tx, companyId);
      const domains = await this.settings.domainsOf(companyId, tx);
      if (!domains.some(({ verifiedAt }) => verifiedAt)) throw new AppError('SSO_DOMAIN_MISSING');
      return { token, scimToken: tokenView(await this.newApiKeys.add(tx, row, actor)) };
    });
  }
}
