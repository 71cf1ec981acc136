import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify, type Options } from '@node-rs/argon2';
import { Semaphore } from '../runtime/semaphore';
import { hashCost } from './hash-cost';

/** Hashes at once in this process: one core is left for the calls of people who are signed in. More would only slow each other down and use more memory. */
export const hashesAtOnce = Math.max(1, availableParallelism() - 1);
const cores = new Semaphore(hashesAtOnce);
const dummyHash = hash('a secret that no account has', hashCost);

/** @returns the hash to store, as a PHC string */
export const hashSecret = (secret: string): Promise<string> => cores.run(() => hash(secret, hashCost));

/** Takes the same time with and without a stored hash. @returns false without one */
export async function verifySecret(stored: string | undefined, secret: string): Promise<boolean> {
  const against = stored ?? (await dummyHash);
  const matches = await cores.run(() => verify(against, secret));
  return stored !== undefined && matches;
}

/** Derives raw key bytes from a password at the given cost. */
export const deriveRaw = (password: Uint8Array, options: Options): Promise<Buffer> =>
  cores.run(() => hashRaw(password, options));
