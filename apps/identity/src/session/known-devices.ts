import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { KnownDevicesRepository } from './known-devices.repository';

/** What the caller's browser is known by. */
export const deviceOf = (actor: Actor): string | undefined => (actor.kind === 'system' ? undefined : actor.device);

/** Browsers that have signed in to an account within 90 days. They have limits of their own, so that strangers cannot lock them out. */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly db: Db,
    private readonly repository: KnownDevicesRepository,
  ) {}

  /** The caller's device, if it is known for the account of this address. */
  async of(email: string, actor: Actor): Promise<string | undefined> {
    return (await this.knows(email, actor)) ? deviceOf(actor) : undefined;
  }

  /** Whether the account of this address knows the caller's device. */
  async knows(email: string, actor: Actor): Promise<boolean> {
    const device = deviceOf(actor);
    return device !== undefined && this.repository.isKnown(this.db.read, addressKey(email), device);
  }
}
