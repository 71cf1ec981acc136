import { argon2id } from 'hash-wasm';
import { exactly, fromBase64url, randomBytes, toBase64url, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { aesKey, hkdfSha256, type Key } from '../crypto/primitives';

/** Argon2id parameters from `POST /auth/prelogin`. `salt`: 16 bytes, base64url; `m`: KiB of memory, `t`: passes, `p`: lanes. */
export interface Prelogin {
  kdf: 'argon2id';
  salt: string;
  params: { m: number; t: number; p: number };
}

/** Parameters of new accounts, and the minimum that a client accepts. */
export const kdfFloor = { m: 65_536, t: 3, p: 4 } as const;
/** The maximum that a client accepts, so that a server cannot block it with endless work. */
export const kdfCeiling = { m: 1_048_576, t: 16, p: 16 } as const;

/** Parameters for a new account or a new password, with a new random salt. */
export const newPrelogin = (): Prelogin => ({
  kdf: 'argon2id',
  salt: toBase64url(randomBytes(16)),
  params: { ...kdfFloor },
});

/** Validates the server's parameters. @throws SealingError KDF_REFUSED for another function, salt size or cost */
export function checkPrelogin(answer: unknown): Prelogin {
  const { kdf, salt, params } = (answer ?? {}) as Partial<Prelogin>;
  const within = (name: 'm' | 't' | 'p') =>
    Number.isInteger(params?.[name]) && params![name] >= kdfFloor[name] && params![name] <= kdfCeiling[name];
  const saltFits = typeof salt === 'string' && /^[A-Za-z0-9_-]{22}$/.test(salt);
  if (kdf !== 'argon2id' || !saltFits || !within('m') || !within('t') || !within('p'))
    throw new SealingError('KDF_REFUSED');
  return { kdf, salt, params: { m: params!.m, t: params!.t, p: params!.p } };
}

/** Keys of a password. `authKey`: sent in the `password` field; `kek`: opens the vault and never leaves the client. */
export interface PasswordKeys {
  authKey: string;
  kek: Key;
}

/** The Argon2id input: the password in NFKC, UTF-8. */
export const passwordBytes = (password: string): Bytes => utf8(password.normalize('NFKC'));

/**
 * `authKey = "sdx1." + base64url(HKDF-SHA-256(MK, info "sdx1/auth"))`, `kek = HKDF-SHA-256(MK, info "sdx1/kek")`.
 * @param masterKey 32 bytes from Argon2id. Servers call this directly, because they have a faster Argon2id than `passwordKeys`.
 */
export async function keysFromMasterKey(masterKey: Bytes): Promise<PasswordKeys> {
  const kek = await aesKey(await hkdfSha256(exactly(masterKey, 32), utf8('sdx1/kek')), ['encrypt', 'decrypt']);
  return { authKey: `sdx1.${toBase64url(await hkdfSha256(masterKey, utf8('sdx1/auth')))}`, kek };
}

/**
 * The keys of `MK = Argon2id(NFKC(password), salt)`, 32 bytes. Blocks its thread for about a second and uses `m` KiB of memory; run
 * it in a worker. @throws SealingError KDF_REFUSED before any work if the parameters are out of bounds
 */
export async function passwordKeys(password: string, prelogin: Prelogin): Promise<PasswordKeys> {
  const { salt, params } = checkPrelogin(prelogin);
  const masterKey = await argon2id({
    password: passwordBytes(password),
    salt: fromBase64url(salt, 16),
    memorySize: params.m,
    iterations: params.t,
    parallelism: params.p,
    hashLength: 32,
    outputType: 'binary',
  });
  const keys = await keysFromMasterKey(new Uint8Array(masterKey));
  masterKey.fill(0);
  return keys;
}
