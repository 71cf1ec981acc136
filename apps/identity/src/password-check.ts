import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { AccountRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { Attempts } from './attempts';
import { Passwords } from './passwords';

/** That whoever acts knows its password; wrong ones are counted with failed logins. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly attempts: Attempts,
    private readonly passwords: Passwords,
  ) {}

  /** @returns the account as it is now @throws AppError PASSWORD_WRONG, TOO_MANY */
  run(actor: UserActor, password: string): Promise<AccountRow> {
    return this.attempts.run(actor.email, actor, () => this.assert(actor, password));
  }

  /** Uncounted, for a check that is a part of a counted one. @throws AppError PASSWORD_WRONG */
  async assert({ userId, email }: UserActor, password: string): Promise<AccountRow> {
    const account = await this.passwords.proven(await this.repository.byId(userId), email, password);
    if (!account) throw new AppError('PASSWORD_WRONG');
    return account;
  }
}
