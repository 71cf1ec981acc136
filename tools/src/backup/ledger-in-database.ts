import { AppError } from '@tradepost/contracts/errors';
import { routes, type Route } from '@tradepost/contracts/routes';
import type { ApiClient } from '@tradepost/client/api/api-client';
import type { DeviceStore } from '@tradepost/client/contacts/device-store';
import { ApiError } from '@tradepost/client/api/api-error';
import { Ledger } from '@tradepost/client/ledger/ledger';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';

export async function vaultOf(address: string): Promise<Vault> {
  const kek = await aesKey(new Uint8Array(32), ['encrypt', 'decrypt']);
  return (await createVault({ userId: uuidv7(), address }, 1, { password: kek, recovery: kek })).vault;
}

/** A ledger client that reads this database directly, for tests that start no service. */
export function ledgerIn(url: string, vault: Vault, device: DeviceStore): Ledger {
  const query = async (text: string, values: unknown[]) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ seq: number; sealed: string }>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const entries = () =>
    query('SELECT seq, sealed FROM identity.ledger_entry WHERE account_id = $1 ORDER BY seq', [vault.userId]);
  const send = async (route: Route, input: object) => {
    if (route === routes.keys) return { keys: { pins: null } };
    const stored = await entries();
    if (route === routes.ledger) {
      const { from } = input as { from: number };
      return { size: stored.length, entries: stored.slice(from - 1).map(({ sealed }) => sealed) };
    }
    const { seq, entries: added } = input as { seq: number; entries: string[] };
    if (seq !== stored.length + 1)
      throw new ApiError(new AppError('KEYS_STALE').message, { code: 'KEYS_STALE', status: 409 });
    for (const [index, sealed] of added.entries())
      await query('INSERT INTO identity.ledger_entry VALUES ($1, 1, $2, nullif($2 - 1, 0), $3)', [
        vault.userId,
        seq + index,
        sealed,
      ]);
    return { size: stored.length + added.length };
  };
  return new Ledger({ send } as unknown as ApiClient, vault, {
    device,
    apiKeyId: null,
    memberId: null,
    formerKeys: async () => [],
  });
}
