import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { AccountsRepository } from './accounts.repository';
import { Attempts } from './attempts';
import { Secrets } from './secrets';

/** That whoever acts knows its password; wrong ones are counted with failed logins. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly attempts: Attempts,
    private readonly secrets: Secrets,
  ) {}

  /** @throws AppError PASSWORD_WRONG, TOO_MANY */
  run(actor: UserActor, password: string): Promise<void> {
    return this.attempts.run(actor.email, actor, () => this.assert(actor, password));
  }

  /** Uncounted, for a check that is a part of a counted one. @throws AppError PASSWORD_WRONG */
  async assert({ userId }: UserActor, password: string): Promise<void> {
    const account = await this.repository.byId(userId);
    if (!(await this.secrets.isPassword(account?.passwordHash, password))) throw new AppError('PASSWORD_WRONG');
  }
}
