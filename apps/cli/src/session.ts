import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserType } from '@tradepost/contracts/actor';
import { LocalError } from './exit';
import { configDir } from './paths';

export interface Person {
  id: string;
  email: string;
  userType: UserType;
}

/** Who is signed in. Neither the password nor anything that opens sealed files is kept. */
export interface Session {
  origin: string;
  /** Of the session, or an API key. */
  token: string;
  /** Whose it is; unknown for a key of the environment. */
  user?: Person;
}

const file = () => join(configDir(), 'session.json');

export function readSession(): Session | undefined {
  let text: string;
  try {
    text = readFileSync(file(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const session = JSON.parse(text) as Session;
    if (typeof session.origin === 'string' && typeof session.token === 'string') return session;
  } catch {
    // said below
  }
  throw new LocalError(`${file()} is not a session: delete it, or sign in again`);
}

/** For its owner's eyes only, and never half written. */
export function saveSession(session: Session): void {
  mkdirSync(configDir(), { recursive: true, mode: 0o700 });
  const fresh = `${file()}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(session)}\n`, { mode: 0o600 });
  renameSync(fresh, file());
}

export const forgetSession = (): void => rmSync(file(), { force: true });
