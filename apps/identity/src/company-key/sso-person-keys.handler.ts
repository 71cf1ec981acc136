import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { AccountsRepository } from '../account/accounts.repository';
import { KeyHandoversRepository } from '../key-handover/key-handovers.repository';
import { RecoveryRepository } from '../recovery/recovery.repository';
import { CompanyKeyTerminator } from './company-key-terminator';
import { assertSso, assertStated, assertWithoutPassword } from './company-key.policy';
import { CompanyKeysRepository } from './company-keys.repository';
import { OwnSsoPersonKey } from './own-sso-person-key';

/**
 * The keys of people who sign in with their company and have no password: a recovery key and passkeys open them. Those who hold the session can
 * replace them, but not open them; the owner then has to compare the number of the new one.
 */
@Controller()
export class SsoPersonKeysHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly repository: CompanyKeysRepository,
    private readonly recovery: RecoveryRepository,
    private readonly handovers: KeyHandoversRepository,
    private readonly own: OwnSsoPersonKey,
    private readonly terminator: CompanyKeyTerminator,
    private readonly governor: Governor,
  ) {}

  @Handle(identity.createSsoPersonKey)
  async create({ key, wrap }: In<typeof identity.createSsoPersonKey>, actor: UserActor) {
    assertSso(actor);
    await assertStated(actor, key);
    const stored = { key, wrap, kind: 'recovery' } as const;
    return this.db.transaction(async (tx) => {
      assertWithoutPassword(await this.accounts.lock(tx, actor.userId));
      await this.repository.savePersonKey(tx, actor.userId, stored);
      await this.terminator.end(tx, { accountId: actor.userId }, actor);
      await this.recovery.endSharesOf(tx, actor.userId);
      await this.handovers.end(tx, actor.userId);
      return { key: stored };
    });
  }

  @Handle(identity.addPersonKeyPasskey)
  addPasskey({ id, hpkePublic, wrap }: In<typeof identity.addPersonKeyPasskey>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { passkeys, ...stored } = await this.own.lock(tx, actor);
      if (stored.key.hpkePublic !== hpkePublic) throw new AppError('KEYS_STALE');
      const next = [...passkeys.filter((one) => one.id !== id), { id, wrap }];
      this.governor.assertFits('passkeys', actor.userId, next.length, 'PASSKEYS_FULL');
      await this.repository.savePersonKey(tx, actor.userId, { ...stored, passkeys: next });
      return { key: { ...stored, passkeys: next } };
    });
  }

  @Handle(identity.removePersonKeyPasskey)
  removePasskey({ id }: In<typeof identity.removePersonKeyPasskey>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { passkeys, ...stored } = await this.own.lock(tx, actor);
      const rest = passkeys.filter((one) => one.id !== id);
      if (rest.length === passkeys.length) throw new AppError('NOT_FOUND');
      await this.repository.savePersonKey(tx, actor.userId, { ...stored, passkeys: rest });
      return { message: 'The passkey no longer opens your key' };
    });
  }
}
