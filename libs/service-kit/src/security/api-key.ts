import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import { AppError } from '@tradepost/contracts/errors';

const shape = /^tp_([0-9a-f]{32})_([A-Za-z0-9_-]{43})([0-9a-f]{8})$/;

const checksum = (body: string) => crc32(body).toString(16).padStart(8, '0');
const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** The part before the secret; it may be shown. */
export const keyPrefix = (id: string) => `tp_${id.replaceAll('-', '')}_`;

/**
 * A new secret for the key of this id: `tp_<id>_<secret><checksum>`, so that scanners for leaked secrets find it without
 * false positives. Only the SHA-256 of the secret is stored: 32 random bytes cannot be guessed, so a slow hash would only
 * make every call slow.
 * @param id a UUID
 */
export function makeApiKey(id: string): { key: string; secretHash: string } {
  const secret = randomBytes(32).toString('base64url');
  const body = keyPrefix(id) + secret;
  return { key: body + checksum(body), secretHash: digest(secret) };
}

/** @returns the key's id (a UUID) and the SHA-256 (hex) of its secret; null if it is not a key or was mistyped */
export function readApiKey(given: string): { id: string; secretHash: string } | null {
  const [, hex = '', secret = '', sum] = shape.exec(given) ?? [];
  if (!hex || checksum(`tp_${hex}_${secret}`) !== sum) return null;
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), secretHash: digest(secret) };
}

/** In constant time. */
export const isSecretOf = (stored: string, given: string) =>
  stored.length === given.length && timingSafeEqual(Buffer.from(stored), Buffer.from(given));

/**
 * Checks a key after its secret was verified.
 * @param addresses it may be used from; none: any
 * @throws AppError KEY_REVOKED, KEY_EXPIRED, KEY_ADDRESS
 */
export function assertUsable(
  {
    revokedAt = null,
    expiresAt,
    addresses,
  }: { revokedAt?: Date | null; expiresAt: Date; addresses: readonly string[] },
  ip: string,
  now: Date,
): void {
  if (revokedAt) throw new AppError('KEY_REVOKED');
  if (expiresAt <= now) throw new AppError('KEY_EXPIRED');
  if (addresses.length > 0 && !listOf(addresses).check(ip, familyOf(ip))) throw new AppError('KEY_ADDRESS');
}

/** An address, or a range as `192.0.2.0/24`. */
export function isAddressOrRange(given: string): boolean {
  const [address = '', bits, ...more] = given.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of addresses) {
    const [address = '', bits] = one.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}
