import { Controller, Inject } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { isAddressOrRange, makeApiKey } from '@tradepost/service-kit/security/api-key';
import { Db } from '@tradepost/service-kit/database/database';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { assertMayOwnCompany } from '../company/company.policy';
import type { ApiKeyRow } from './api-key.entity';
import { ApiKeysRepository, toView } from './api-keys.repository';
import { CONFIG, type IdentityConfig } from '../config';
import { KeysRepository } from '../keys/keys.repository';
import { PasswordCheck } from '../account/password-check';

/** API keys of a company, managed by its owner. */
@Controller()
export class ApiKeysHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: ApiKeysRepository,
    private readonly keys: KeysRepository,
    private readonly passwordCheck: PasswordCheck,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.createApiKey)
  async createApiKey(
    { password, expiresInDays, allowance, addresses, epoch, wrap, ...given }: In<typeof identity.createApiKey>,
    actor: UserActor,
  ) {
    const companyId = ownCompanyId(actor);
    assertAddresses(addresses);
    await this.passwordCheck.run(actor, password);
    const [id, createdAt] = [uuidv7(), new Date()];
    const { key, secretHash } = makeApiKey(id);
    const row = {
      id,
      accountId: actor.userId,
      companyId,
      name: given.name,
      scopes: [...new Set(given.scopes)],
      addresses: [...new Set(addresses)],
      allowance: allowance || null,
      secretHash,
      wrap: wrap ?? null,
      wrapEpoch: epoch ?? null,
      createdAt,
      expiresAt: daysAfter(createdAt, expiresInDays),
    };
    return this.db.transaction(async (tx) => {
      if (wrap && (await this.keys.epochOf(actor.userId, tx)) !== epoch) throw new AppError('KEYS_STALE');
      if (!(await this.repository.insert(tx, row))) throw new AppError('KEY_LIMIT');
      const apiKey = toView({ ...row, revokedAt: null, lastUsedAt: null, lastUsedIp: null }, epoch ?? 0);
      const { name, scopes, expiresAt } = apiKey;
      await this.outbox.event(
        tx,
        identityEvents.apiKeyCreated,
        {
          ...aboutOf(row),
          scopes,
          addresses: row.addresses,
          expiresAt,
          allowance: row.allowance,
          sealing: row.wrap !== null,
        },
        actor,
      );
      const data = {
        firstName: actor.firstName,
        name,
        scopes,
        mayAcceptWithoutCode: row.allowance !== null,
        opensSealed: row.wrap !== null,
        expiresAt,
        at: apiKey.createdAt,
        ip: actor.ip,
        link: `${this.config.ORIGIN}/profile`,
      };
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'api-key-created', to: actor.email, data },
        { key: `api-key-created-${id}` },
      );
      return { key, apiKey };
    });
  }

  @Handle(identity.apiKeys)
  async apiKeys(_input: In<typeof identity.apiKeys>, actor: UserActor) {
    const [keys, epoch] = await Promise.all([
      this.repository.ofCompany(ownCompanyId(actor), new Date()),
      this.keys.epochOf(actor.userId),
    ]);
    return keys.map((key) => toView(key, epoch));
  }

  @Handle(identity.revokeApiKey)
  revokeApiKey({ id }: In<typeof identity.revokeApiKey>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const key = await this.repository.lockOwned(tx, id, ownCompanyId(actor));
      if (!key) throw new AppError('NOT_FOUND');
      if (!key.revokedAt) {
        await this.repository.revoke(tx, id, new Date());
        await this.outbox.event(tx, identityEvents.apiKeyRevoked, aboutOf(key), actor);
      }
      return { message: 'The key was revoked' };
    });
  }
}

/** @throws AppError NOT_ALLOWED for an admin, COMPANY_MISSING */
function ownCompanyId(actor: UserActor): string {
  assertMayOwnCompany(actor.userType);
  return companyOf(actor).companyId;
}

/** @throws AppError INVALID */
function assertAddresses(addresses: string[]): void {
  const errors = addresses.flatMap((address, at) =>
    isAddressOrRange(address)
      ? []
      : [{ field: `addresses[${at}]`, message: `${address} is neither an address nor a range` }],
  );
  if (errors[0]) throw new AppError('INVALID', { message: errors[0].message, errors });
}

const aboutOf = ({
  id: keyId,
  companyId,
  accountId: userId,
  name,
}: Pick<ApiKeyRow, 'id' | 'companyId' | 'accountId' | 'name'>) => ({ keyId, companyId, userId, name });
