import { randomBytes, utf8, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { aesKey, hkdfSha256, type Key } from '../crypto/primitives';

/*
 * A recovery key on paper: 160 random bits in Crockford's base32 (https://www.crockford.com/base32.html), 32 symbols and the
 * check symbol of the whole number (mod 37), which finds every single wrong symbol and every swap of two adjacent symbols.
 */

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const checkAlphabet = `${alphabet}*~$=U`;
const symbols = 32;
const groupSize = 4;

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);

/** Normalises typed input: any case, O for 0, I and L for 1, dashes and spaces anywhere. */
const normalized = (text: string): string =>
  text.toUpperCase().replaceAll(/[-\s]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Creates a recovery key in display format: eight groups of four and the check symbol, joined by dashes (41 characters). */
export function newRecoveryCode(): string {
  return recoveryCodeOf(randomBytes(20));
}

/** The display format of a recovery key of 20 bytes. */
export function recoveryCodeOf(bytes: Bytes): string {
  let rest = numberOf(bytes);
  const check = checkAlphabet[Number(rest % 37n)]!;
  let text = '';
  for (; text.length < symbols; rest /= 32n) text = alphabet[Number(rest % 32n)]! + text;
  return [...text.match(/.{4}/g)!, check].join('-');
}

/** The 20 bytes of a recovery key. @throws SealingError RECOVERY_CODE_MISTYPED */
export function recoveryBytes(code: string): Bytes {
  const typed = normalized(code);
  const values = Array.from(typed.slice(0, symbols), (symbol) => alphabet.indexOf(symbol));
  const number = values.reduce((total, value) => total * 32n + BigInt(value), 0n);
  if (typed.length !== symbols + 1 || values.includes(-1) || checkAlphabet[Number(number % 37n)] !== typed[symbols])
    throw new SealingError('RECOVERY_CODE_MISTYPED');
  return Uint8Array.from({ length: 20 }, (_, index) => Number((number >> BigInt(8 * (19 - index))) & 0xffn));
}

/** The key that wraps the vault key: `HKDF-SHA-256(20 bytes, info "sdx1/recovery")`. @throws SealingError RECOVERY_CODE_MISTYPED */
export async function recoveryKek(code: string): Promise<Key> {
  return aesKey(await hkdfSha256(recoveryBytes(code), utf8('sdx1/recovery')), ['encrypt', 'decrypt']);
}

/** Whether `typed` is group `index` (0 to 7) of the recovery key. Used to check that the user saved it. */
export function isRecoveryGroup(code: string, index: number, typed: string): boolean {
  return normalized(code).slice(index * groupSize, (index + 1) * groupSize) === normalized(typed);
}
