import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceStore } from '@tradepost/client/contacts/device-store';
import { addressKey } from '@tradepost/contracts/values/address';
import { UsageError } from './exit';
import { stateDir } from './paths';

/** This machine's state of an account's keys, as files. @param account server and user id */
export function deviceOf(account: string): DeviceStore {
  const dir = join(stateDir(), 'device', createHash('sha256').update(account).digest('hex'));
  return {
    read: async (name) => {
      try {
        return readFileSync(join(dir, name), 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    write: async (name, value) => {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const fresh = join(dir, `${name}.${process.pid}`);
      writeFileSync(fresh, value, { mode: 0o600 });
      renameSync(fresh, join(dir, name));
    },
  };
}

/** Programs need local state: without it they cannot detect that the server returns older data. @throws UsageError */
export async function requireState(device: DeviceStore): Promise<void> {
  if ((await device.read('ledger')) === null)
    throw new UsageError(
      `${stateDir()} has no state of this account, so this machine could not notice that the server shows older data. Keep this folder (XDG_STATE_HOME) between runs. For the first run on a machine, add --new-state`,
    );
}

const ownKeys = 'own-keys';

/** State by address, which the person types: the server chooses user ids. */
const stateOf = (origin: string, email: string) => deviceOf(`${origin} ${addressKey(email)}`);

/** Remembers that this machine has opened the keys of an address. */
export const rememberOwnKeys = (origin: string, email: string): Promise<void> =>
  stateOf(origin, email).write(ownKeys, new Date().toISOString());

/** Whether this machine has opened keys of the address. A server that says that there are none, or that its person is a member, is not believed. */
export const hasOwnKeys = async (origin: string, email: string): Promise<boolean> =>
  (await stateOf(origin, email).read(ownKeys)) !== null;
