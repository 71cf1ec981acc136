import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceStore } from '@tradepost/client/contacts/device-store';
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
