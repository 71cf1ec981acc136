import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';

const lifetime = "interval '90 days'";
const maxOfAccount = 50;

/** Whether the account has signed in on the device. Both are SQL; the device may be NULL. */
export const knowsDevice = (account: string, device: string) =>
  `EXISTS (SELECT FROM known_device k WHERE k.account_id = ${account} AND k.device = ${device} AND k.signed_in_at > now() - ${lifetime})`;

const knownDevice = {
  name: 'known-device',
  text: `SELECT 1 FROM account a WHERE a.address_key = $1 AND ${knowsDevice('a.id', '$2')}`,
};

const deviceOfAny = {
  name: 'known-device-of-any',
  text: `SELECT 1 FROM known_device WHERE device = $1 AND signed_in_at > now() - ${lifetime} LIMIT 1`,
};

const signedInDevice = {
  name: 'known-device-signed-in',
  text: `WITH newest AS (SELECT device FROM known_device WHERE account_id = $1 AND signed_in_at > now() - ${lifetime}
                       ORDER BY signed_in_at DESC LIMIT ${maxOfAccount}),
              pruned AS (DELETE FROM known_device WHERE account_id = $1 AND device <> $2 AND device NOT IN (SELECT device FROM newest))
         INSERT INTO known_device (account_id, device, signed_in_at) VALUES ($1, $2, now())
         ON CONFLICT (account_id, device) DO UPDATE SET signed_in_at = excluded.signed_in_at`,
};

@Injectable()
export class KnownDevicesRepository {
  constructor(private readonly db: Db) {}

  async isKnown(from: Tx, addressKey: string, device: string): Promise<boolean> {
    return (await prepared(from, knownDevice, [addressKey, device])).length > 0;
  }

  /** Whether it has signed in to any account. */
  async isKnownToAny(from: Tx, device: string): Promise<boolean> {
    return (await prepared(from, deviceOfAny, [device])).length > 0;
  }

  /** Also deletes the account's devices that are no longer known, and the oldest of too many. */
  remember(tx: Tx, accountId: string, device: string) {
    this.db.close(tx, { ...signedInDevice, values: [accountId, device] });
  }
}
