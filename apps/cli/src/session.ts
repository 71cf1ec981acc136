import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserType } from '@tradepost/contracts/actor';
import type { User } from '@tradepost/contracts/identity';
import { LocalError } from './exit';
import { configDir } from './paths';

export interface Person {
  id: string;
  email: string;
  userType: UserType;
  /** Acts for a company that belongs to another person. */
  isMember?: true;
  /** Of the company that a member acts for. Absent in sessions that earlier versions have saved. */
  companyId?: string;
}

/** What is saved of the signed-in user. */
export const sessionPerson = ({ id, email, userType, companyId }: User, isMember: boolean): Person => ({
  id,
  email,
  userType,
  ...(isMember && { isMember, ...(companyId !== null && { companyId }) }),
});

/** The saved session. It contains neither the password nor a key that opens sealed files. */
export interface Session {
  origin: string;
  /** Session token or API key. */
  token: string;
  /** Absent for an API key from the environment. */
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
    // reported below
  }
  throw new LocalError(`${file()} is not a valid session file: delete it, or sign in again`);
}

/** Readable only by its owner, and replaced atomically. */
export function saveSession(session: Session): void {
  mkdirSync(configDir(), { recursive: true, mode: 0o700 });
  const fresh = `${file()}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(session)}\n`, { mode: 0o600 });
  renameSync(fresh, file());
}

export const deleteSession = (): void => rmSync(file(), { force: true });
