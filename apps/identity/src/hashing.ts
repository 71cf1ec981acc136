import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify, type Options } from '@node-rs/argon2';
import type { Kdf } from '@tradepost/contracts/sealed';
import { kdfFloor, keysOfMaster, passwordBytes } from '@tradepost/sealing/password';
import { Turns } from './turns';

/** Argon2id (the library's own choice, here and below), m = 19 MiB, t = 2, p = 1 (OWASP password storage cheat sheet). */
export const passwordCost: Options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** At most one hash a core at once, of either kind: more only makes each slower, and takes more memory. */
const turns = new Turns(availableParallelism());
const nobodys = hash('a secret nobody has', passwordCost);

/** A secret as it is kept: Argon2id, PHC string. */
export const hashed = (secret: string): Promise<string> => turns.run(() => hash(secret, passwordCost));

/** The same work whether anything is kept or not. */
export async function isHashOf(kept: string | undefined, secret: string): Promise<boolean> {
  const against = kept ?? (await nobodys);
  const matches = await turns.run(() => verify(against, secret));
  return kept !== undefined && matches;
}

/** How keys are made of a password, under this salt of 16 bytes or a new one. */
export const kdfOfSalt = (salt: Uint8Array = randomBytes(16)): Kdf => ({
  kdf: 'argon2id',
  salt: Buffer.from(salt).toString('base64url'),
  params: { ...kdfFloor },
});

/** What the web app would send for this password. */
export async function authKeyOf(password: string, { salt, params: { m, t, p } }: Kdf): Promise<string> {
  const options = { salt: Buffer.from(salt, 'base64url'), memoryCost: m, timeCost: t, parallelism: p, outputLen: 32 };
  const masterKey = await turns.run(() => hashRaw(passwordBytes(password), options));
  return (await keysOfMaster(new Uint8Array(masterKey))).authKey;
}
