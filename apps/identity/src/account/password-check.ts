import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { AccountRow } from './account.entity';
import { AccountsRepository } from './accounts.repository';
import { Proofs } from '../password/proofs';
import { LoginThrottle } from '../session/login-throttle';
import { Passwords } from './passwords';

/** Checks that the caller knows the account's password. Wrong passwords count as failed logins. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly proofs: Proofs,
  ) {}

  /** @returns the account as stored now @throws AppError PASSWORD_WRONG, SEALED_SIGN_IN_REQUIRED, TOO_MANY */
  run(actor: UserActor, password: string): Promise<AccountRow> {
    const guess = () => this.assert(actor, password);
    return this.throttle.runAlone(actor.email, actor, guess, this.countedIn(actor, password));
  }

  /** @param then compares another secret within the same guess @throws AppError as `run` */
  runWith<T>(actor: UserActor, password: string, then: (account: AccountRow) => Promise<T>): Promise<T> {
    const guess = async () => then(await this.assert(actor, password));
    return this.throttle.run(actor.email, actor, guess, this.countedIn(actor, password));
  }

  private countedIn(actor: UserActor, password: string) {
    return this.proofs.countedIn(this.proofs.in(actor.email, password), actor);
  }

  private async assert({ userId, email }: UserActor, password: string): Promise<AccountRow> {
    const account = await this.passwords.verify(await this.repository.byId(userId), email, password);
    if (!account) throw new AppError('PASSWORD_WRONG');
    return account;
  }
}
