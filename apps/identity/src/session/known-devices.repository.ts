import { Injectable } from '@nestjs/common';
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

/**
 * Parts of a statement after which the account knows the device, if there is one. They also delete its devices that are no longer known,
 * and the oldest of too many. @param from a query that has a row if the statement is to do this
 */
export const rememberDevice = (account: string, device: string, from: string) => `
  newest_devices AS (SELECT device FROM known_device WHERE account_id = ${account} AND signed_in_at > now() - ${lifetime}
                     ORDER BY signed_in_at DESC LIMIT ${maxOfAccount}),
  pruned_devices AS (DELETE FROM known_device WHERE account_id = ${account} AND device <> ${device}
                     AND device NOT IN (SELECT device FROM newest_devices) AND EXISTS (SELECT FROM ${from})),
  remembered_device AS (INSERT INTO known_device (account_id, device, signed_in_at)
                        SELECT ${account}, ${device}, now() FROM ${from} WHERE ${device} IS NOT NULL
                        ON CONFLICT (account_id, device) DO UPDATE SET signed_in_at = excluded.signed_in_at)`;

@Injectable()
export class KnownDevicesRepository {
  async isKnown(from: Tx, addressKey: string, device: string): Promise<boolean> {
    return (await prepared(from, knownDevice, [addressKey, device])).length > 0;
  }

  /** Whether it has signed in to any account. */
  async isKnownToAny(from: Tx, device: string): Promise<boolean> {
    return (await prepared(from, deviceOfAny, [device])).length > 0;
  }
}
