import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { KnownDevicesRepository } from './known-devices.repository';

/** Browsers that have signed in to an account within 90 days. They have limits of their own, so that strangers cannot lock them out. */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly db: Db,
    private readonly repository: KnownDevicesRepository,
  ) {}

  /** The caller's device, if it is known for the account of this address. */
  async of(email: string, actor: Actor): Promise<string | undefined> {
    const device = actor.kind === 'system' ? undefined : actor.device;
    if (!device) return undefined;
    return (await this.repository.isKnown(this.db.read, addressKey(email), device)) ? device : undefined;
  }

  /** After a full sign-in. */
  remember(tx: Tx, accountId: string, device: string | undefined) {
    if (device) this.repository.remember(tx, accountId, device);
  }
}
