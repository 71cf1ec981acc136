import { formerSecret, type Secret } from '@tradepost/sealing/keys/opaque';

/**
 * How an account stores its password: `$opaque$<hashSalt>$<OPAQUE record>`, or a PHC string of Argon2id from an earlier version.
 * The salt keeps the answer for former salts the same after a move.
 */
const opaqueShape = /^\$opaque\$([\w-]{22})\$([\w-]{256})$/;
const hashShape = /^\$argon2id\$[^$]+\$[^$]+\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

export const storedRecord = (record: string, hashSalt: string) => `$opaque$${hashSalt}$${record}`;

/** The OPAQUE record; null for an account of an earlier version. */
export const recordOf = (stored: string): string | null => opaqueShape.exec(stored)?.[2] ?? null;

/** Whether it is the hash of an earlier version. */
export const isFormer = (stored: string): boolean => hashShape.test(stored);

/** The salt of the hash in base64url; null when there is none. */
export function hashSaltOf(stored: string): string | null {
  const salt = hashShape.exec(stored)?.[1];
  return salt ? Buffer.from(salt, 'base64').toString('base64url') : (opaqueShape.exec(stored)?.[1] ?? null);
}

/** What takes the place of the password for an account that has not moved; null for others. */
export function formerSecretOf(stored: string): Secret | null {
  const hash = hashShape.exec(stored)?.[2];
  return hash ? formerSecret(Buffer.from(hash, 'base64')) : null;
}
