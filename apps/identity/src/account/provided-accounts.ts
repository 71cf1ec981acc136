import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import { addressKey, hasAsciiLocalPart, isDeliverable } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { SsoSignInsRepository } from '../sso/sso-sign-ins.repository';
import type { AccountRow } from './account.entity';
import { AccountsRepository } from './accounts.repository';
import { noPassword } from './no-password';

/** Accounts that the identity provider of a company creates, for addresses of its verified domains. */
@Injectable()
export class ProvidedAccounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly signIns: SsoSignInsRepository,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError INVALID, SSO_ACCOUNTS_FULL, TOO_MANY */
  async create(
    tx: Tx,
    companyId: string,
    { email, firstName, lastName }: Pick<AccountRow, 'email' | 'firstName' | 'lastName'>,
    actor: Actor,
  ): Promise<AccountRow> {
    if (!hasAsciiLocalPart(email) || !isDeliverable(email))
      throw new AppError('INVALID', { message: 'A new account needs an email address that mail servers accept.' });
    const known = await this.signIns.countAccounts(tx, companyId);
    this.governor.assertFits('ssoAccounts', companyId, known + 1, 'SSO_ACCOUNTS_FULL');
    await this.governor.take(tx, [{ limit: 'newSsoAccounts', key: companyId }]);
    const now = new Date();
    const account: AccountRow = {
      id: uuidv7(),
      email,
      addressKey: addressKey(email),
      firstName,
      lastName,
      // an account without a company of its own
      userType: 'receiver',
      language: null,
      passwordHash: noPassword,
      kdf: null,
      verifiedAt: now,
      createdAt: now,
      suspendedAt: null,
      suspendedFor: null,
      deletionAt: null,
      deletedAt: null,
    };
    await this.accounts.insert(tx, account);
    const { id: userId, userType } = account;
    await this.outbox.event(tx, identityEvents.userSignedUp, { userId, email, userType }, actor);
    await this.outbox.event(tx, identityEvents.emailVerified, { userId, email }, actor);
    return account;
  }
}
