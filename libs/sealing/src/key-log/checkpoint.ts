import { concat, equalBytes, sha256, toHex, utf8, type Bytes } from '../crypto/bytes';
import type { Key } from '../crypto/primitives';
import { SealingError } from '../errors';

/** The state of a log that its key has signed. */
export interface LogCheckpoint {
  /** Name of the log, see `LogOrigin`. */
  origin: string;
  /** Entries. */
  size: number;
  /** 32 bytes. */
  root: Bytes;
}

/** Ed25519, in C2SP signed-note. */
const algorithm = 1;
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** @throws SealingError MALFORMED for other than canonical base64 of `length` bytes */
function fromBase64(text: string, length: number): Bytes {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) throw new SealingError('MALFORMED');
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  if (bytes.length !== length || toBase64(bytes) !== text) throw new SealingError('MALFORMED');
  return bytes;
}

const keyHash = async (name: string, publicKey: Uint8Array): Promise<Bytes> =>
  (await sha256(concat(utf8(`${name}\n`), Uint8Array.of(algorithm), publicKey))).slice(0, 4);

/** The public key of a log as C2SP signed-note writes it: `<name>+<hash>+<base64>`. @param publicKey raw, 32 bytes */
export const verifierKeyOf = async (name: string, publicKey: Uint8Array): Promise<string> =>
  `${name}+${toHex(await keyHash(name, publicKey))}+${toBase64(concat(Uint8Array.of(algorithm), publicKey))}`;

/** @throws SealingError MALFORMED */
function keyParts(verifierKey: string): { name: string; hash: string; publicKey: Bytes } {
  const [, name = '', hash = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey) ?? [];
  const [type, ...point] = fromBase64(encoded, 33);
  if (type !== algorithm) throw new SealingError('MALFORMED');
  return { name, hash, publicKey: Uint8Array.from(point) };
}

/** The name of a log. @param verifierKey see `verifierKeyOf` @throws SealingError MALFORMED */
export const nameIn = (verifierKey: string): string => keyParts(verifierKey).name;

/** The public key of the same log under another name. @throws SealingError MALFORMED */
export const renamedKey = (verifierKey: string, name: string): Promise<string> =>
  verifierKeyOf(name, keyParts(verifierKey).publicKey);

/** A checkpoint as C2SP tlog-checkpoint, signed with Ed25519. @param publicKey raw, of the same pair */
export async function signCheckpoint(
  { origin, size, root }: LogCheckpoint,
  privateKey: Key,
  publicKey: Uint8Array,
): Promise<string> {
  const text = `${origin}\n${size}\n${toBase64(root)}\n`;
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, utf8(text)));
  return `${text}\n— ${origin} ${toBase64(concat(await keyHash(origin, publicKey), signature))}\n`;
}

/**
 * Verifies a checkpoint. Ignores signatures of others, for example of witnesses.
 * @param verifierKey see `verifierKeyOf`
 * @throws SealingError MALFORMED, BAD_SIGNATURE
 */
export async function openCheckpoint(note: string, verifierKey: string): Promise<LogCheckpoint> {
  const { name, hash, publicKey } = keyParts(verifierKey);
  const expectedHash = await keyHash(name, publicKey);
  if (toHex(expectedHash) !== hash) throw new SealingError('MALFORMED');
  const [, text = '', origin = '', size = '', root = '', signatures = ''] =
    /^(([^\s+]+)\n(0|[1-9][0-9]{0,14})\n(\S+)\n)\n((?:— \S+ \S+\n)+)$/.exec(note) ?? [];
  if (origin !== name) throw new SealingError(text ? 'BAD_SIGNATURE' : 'MALFORMED');
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  for (const [, by, value = ''] of signatures.matchAll(/— (\S+) (\S+)\n/g)) {
    if (by !== name || value.length !== 92) continue;
    const signature = fromBase64(value, 68);
    if (!equalBytes(signature.subarray(0, 4), expectedHash)) continue;
    if (await crypto.subtle.verify('Ed25519', key, signature.slice(4), utf8(text)))
      return { origin, size: Number(size), root: fromBase64(root, 32) };
  }
  throw new SealingError('BAD_SIGNATURE');
}
