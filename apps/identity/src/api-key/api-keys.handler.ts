import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { accountOf, isOwner } from '@tradepost/contracts/roles';
import { isAddressOrRange, makeApiKey } from '@tradepost/service-kit/security/api-key';
import { Db } from '@tradepost/service-kit/database/database';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { assertMayOwnCompany } from '../company/company.policy';
import { ApiKeysRepository, toView } from './api-keys.repository';
import { KeysRepository } from '../keys/keys.repository';
import { aboutOf, NewApiKeys } from './new-api-keys';
import { PasswordCheck } from '../account/password-check';

/** API keys of a company, managed by its owner and co-owners. */
@Controller()
export class ApiKeysHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: ApiKeysRepository,
    private readonly keys: KeysRepository,
    private readonly passwordCheck: PasswordCheck,
    private readonly newApiKeys: NewApiKeys,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.createApiKey)
  async createApiKey(
    { password, expiresInDays, allowance, addresses, epoch, wrap, ...given }: In<typeof identity.createApiKey>,
    actor: UserActor,
  ) {
    const companyId = ownCompanyId(actor);
    assertAddresses(addresses);
    if (wrap && !isOwner(actor))
      throw new AppError('NOT_ALLOWED', { message: 'Only the owner creates API keys with a sealing key' });
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
      const apiKey = await this.newApiKeys.add(tx, row, actor, epoch);
      return { key, apiKey };
    });
  }

  @Handle(identity.apiKeys)
  async apiKeys(_input: In<typeof identity.apiKeys>, actor: UserActor) {
    const [keys, epoch] = await Promise.all([
      this.repository.ofCompany(ownCompanyId(actor), new Date(), { isScim: false }),
      this.keys.epochOf(accountOf(actor).userId),
    ]);
    return keys.map(({ key, createdBy }) => toView(key, createdBy, epoch));
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
