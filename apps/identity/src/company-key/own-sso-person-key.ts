import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { StoredPersonKey } from '@tradepost/contracts/encryption/sealed';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { AccountsRepository } from '../account/accounts.repository';
import { assertSso, assertWithoutPassword } from './company-key.policy';
import { CompanyKeysRepository } from './company-keys.repository';

type Stored = StoredPersonKey & { passkeys: NonNullable<StoredPersonKey['passkeys']> };

/** The key of a caller who was signed in by the identity provider of the company. */
@Injectable()
export class OwnSsoPersonKey {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly repository: CompanyKeysRepository,
  ) {}

  /** With the account locked. @throws AppError NOT_ALLOWED, NOT_FOUND without a key, PASSWORD_SIGN_IN_REQUIRED for one that only the password opens */
  async lock(tx: Tx, actor: UserActor): Promise<Stored> {
    assertSso(actor);
    await this.accounts.lock(tx, actor.userId);
    return this.read(tx, actor);
  }

  /** As `lock`. @throws AppError PASSWORD_SIGN_IN_REQUIRED also once the account has a password */
  async lockWithoutPassword(tx: Tx, actor: UserActor): Promise<Stored> {
    assertSso(actor);
    assertWithoutPassword(await this.accounts.lock(tx, actor.userId));
    return this.read(tx, actor);
  }

  private async read(tx: Tx, { userId }: UserActor): Promise<Stored> {
    const stored = await this.repository.personKeyOf(userId, tx);
    if (!stored) throw new AppError('NOT_FOUND');
    if (stored.kind !== 'recovery') throw new AppError('PASSWORD_SIGN_IN_REQUIRED');
    return { ...stored, passkeys: stored.passkeys ?? [] };
  }
}
