import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { Governor } from '@tradepost/service-kit/limits/governor';
import type { Use } from '@tradepost/service-kit/limits/governor.repository';
import { callerNetwork } from '@tradepost/service-kit/limits/network';
import { KnownDevices } from '../session/known-devices';

/** Limits of calls without a session that cost a hash and a mail. They count every address alike, with an account or without. */
@Injectable()
export class CodeLimits {
  constructor(
    private readonly db: Db,
    private readonly governor: Governor,
    private readonly devices: KnownDevices,
  ) {}

  /** @throws AppError TOO_MANY */
  takeSignup(email: string, actor: Actor): Promise<void> {
    const network = callerNetwork(actor);
    return this.take([
      { limit: 'signupsOfNetwork', key: network },
      { limit: 'signupsOfAddress', key: `${addressKey(email)} ${network}` },
      ...codeUses(email, network),
    ]);
  }

  /**
   * Only the maker of an attempt gets a refusal: it would show strangers that someone signs up.
   * @returns whether a mail may be sent
   * @throws AppError TOO_MANY
   */
  async takeSignupCode(email: string, actor: Actor, { isMaker }: { isMaker: boolean }): Promise<boolean> {
    const [ofNetwork, ...ofAddress] = codeUses(email, callerNetwork(actor));
    if (!isMaker) {
      await this.take([ofNetwork]);
      return this.db.transaction((tx) => this.governor.tryTake(tx, ofAddress));
    }
    await this.take([ofNetwork, ...ofAddress]);
    return true;
  }

  /** @returns the key that the code was counted for @throws AppError TOO_MANY */
  async takeResetCode(email: string, actor: Actor): Promise<string> {
    const key = await this.accountKey(email, actor);
    await this.take([
      { limit: 'codes', key },
      { limit: 'codesOfNetwork', key: callerNetwork(actor) },
    ]);
    return key;
  }

  /** Names the account, or one of its known devices: strangers cannot use up the codes and tries of a known device. */
  async accountKey(email: string, actor: Actor): Promise<string> {
    const device = await this.devices.of(email, actor);
    return device ? `${addressKey(email)} device ${device}` : addressKey(email);
  }

  private take(uses: readonly Use[]): Promise<void> {
    return this.db.transaction((tx) => this.governor.take(tx, uses));
  }
}

const codeUses = (email: string, network: string): [Use, ...Use[]] => [
  { limit: 'codesOfNetwork', key: network },
  { limit: 'unprovenMailsFromNetwork', key: `${addressKey(email)} ${network}` },
  { limit: 'unprovenMails', key: addressKey(email) },
];
