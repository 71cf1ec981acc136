import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { AccountRow } from './account.entity';
import { AccountsRepository } from './accounts.repository';
import { LoginThrottle } from '../session/login-throttle';
import { Passwords } from './passwords';

/** Checks that the caller knows the account's password. Wrong passwords count as failed logins. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
  ) {}

  /** @returns the account as stored now @throws AppError PASSWORD_WRONG, TOO_MANY */
  run(actor: UserActor, password: string): Promise<AccountRow> {
    return this.throttle.run(actor.email, actor, () => this.assert(actor, password));
  }

  /** Without counting; for use inside a counted guess. @throws AppError PASSWORD_WRONG */
  async assert({ userId, email }: UserActor, password: string): Promise<AccountRow> {
    const account = await this.passwords.verify(await this.repository.byId(userId), email, password);
    if (!account) throw new AppError('PASSWORD_WRONG');
    return account;
  }
}
