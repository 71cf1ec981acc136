import { randomBytes } from 'node:crypto';
import type { Kdf } from '@tradepost/contracts/encryption/sealed';
import { formerKdf } from '@tradepost/sealing/crypto/argon2-costs';
import { keysFromMasterKey, passwordBytes } from '@tradepost/sealing/keys/password';
import { deriveRaw } from '@tradepost/service-kit/security/secret-hash';

/** How the auth key is derived from a password, with this salt of 16 bytes or a new random one. */
export const kdfWithSalt = (salt: Uint8Array = randomBytes(16)): Kdf => ({
  kdf: 'argon2id',
  salt: Buffer.from(salt).toString('base64url'),
  params: { ...formerKdf },
});

/** The auth key of an account of an earlier version. */
export async function deriveAuthKey(password: string, { salt, params: { m, t, p } }: Kdf): Promise<string> {
  const options = { salt: Buffer.from(salt, 'base64url'), memoryCost: m, timeCost: t, parallelism: p, outputLen: 32 };
  const masterKey = await deriveRaw(passwordBytes(password), options);
  return (await keysFromMasterKey(new Uint8Array(masterKey))).authKey;
}
