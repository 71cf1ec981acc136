import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyLogMemory, KeyLogStore } from '@tradepost/client/keys/key-log';
import { LocalError } from '../exit';
import { stateDir } from '../paths';

/** What this machine has seen of a server's key log, in a file for each account. It stays after a logout. */
export function memoryFile(account: string): KeyLogStore {
  const folder = join(stateDir(), 'key-log');
  const file = join(folder, `${createHash('sha256').update(account).digest('hex')}.json`);
  return {
    load: () => Promise.resolve(readMemory(file)),
    save: (memory) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const fresh = `${file}.${process.pid}`;
      writeFileSync(fresh, `${JSON.stringify(memory)}\n`, { mode: 0o600 });
      renameSync(fresh, file);
      return Promise.resolve();
    },
  };
}

function readMemory(file: string): KeyLogMemory | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeyLogMemory;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    // without it, a log that was rewritten would look like an honest one
    throw new LocalError(`${file} cannot be read (${(error as Error).message}); find out why before you delete it`);
  }
}
