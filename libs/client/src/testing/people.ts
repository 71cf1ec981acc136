import { randomUUID } from 'node:crypto';
import { aesKey } from '@tradepost/sealing/crypto/primitives';
import type { PublicBundle } from '@tradepost/sealing/keys/bundle';
import { createVault, type Vault } from '@tradepost/sealing/keys/vault';

export interface Person {
  email: string;
  vault: Vault;
  bundle: PublicBundle;
}

export async function personCalled(name: string, { userId = randomUUID() as string, epoch = 1 } = {}): Promise<Person> {
  const kek = await aesKey(new Uint8Array(32), ['encrypt', 'decrypt']);
  const email = `${name}@example.org`;
  const { vault, bundle } = await createVault({ userId, address: email }, epoch, { password: kek, recovery: kek });
  return { email, vault, bundle };
}
