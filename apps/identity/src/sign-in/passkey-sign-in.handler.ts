import { Controller } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { AccountsRepository } from '../account/accounts.repository';
import { beforeSignIn } from '../passkey/passkey-challenges';
import { Passkeys } from '../passkey/passkeys';
import { entryOf } from './entry.policy';
import { SessionOpener } from './session-opener';

/** Sign-in by a passkey alone. */
@Controller()
export class PasskeySignInHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly passkeys: Passkeys,
    private readonly governor: Governor,
    private readonly sessionOpener: SessionOpener,
  ) {}

  @Handle(identity.passkeyLogin)
  async passkeyLogin({ passkey: given, portal, ...client }: In<typeof identity.passkeyLogin>, actor: Actor) {
    const passkey = await this.passkeys.accept(given, beforeSignIn('sign-in'), actor);
    const account = passkey && (await this.accounts.toSignInById(passkey.accountId, actor));
    if (!account || !entryOf(account, portal)) return this.refuse(actor);
    const signedIn = await this.db.transaction((tx) =>
      this.sessionOpener.open(tx, account, { actor, portal, ...client, passkeyId: passkey.id }, { by: 'passkey' }),
    );
    return { ...signedIn, vault: passkey.vault };
  }

  /**
   * Counts for the network, as a wrong API key does. A right passkey is never delayed: its signature cannot be guessed.
   * @throws AppError PASSKEY_REFUSED, TOO_MANY above the limit
   */
  private async refuse(actor: Actor): Promise<never> {
    const use = { limit: 'loginsOfNetwork' as const, key: callerNetwork(actor) };
    await this.db.transaction((tx) => this.governor.take(tx, [use]));
    throw new AppError('PASSKEY_REFUSED');
  }
}
