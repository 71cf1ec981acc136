import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** A file of a release is not what was signed, or not with this key. */
export class ReleaseRefused extends Error {}

/** Lists the files of a release; `sha256sum --check` reads it, too. */
export const checksumsName = 'SHA256SUMS';

const isEd25519 = (key: KeyObject) => key.asymmetricKeyType === 'ed25519';

/** @returns base64, as in the file next to the signed one. @throws ReleaseRefused for a key of another kind */
export function signRelease(bytes: Uint8Array, privateKey: KeyObject): string {
  if (!isEd25519(privateKey)) throw new ReleaseRefused('The key is not an Ed25519 key');
  return sign(null, bytes, privateKey).toString('base64');
}

/** @param publicKeyPem SPKI. @throws ReleaseRefused */
export function verifySignature(bytes: Uint8Array, signature: string, publicKeyPem: string): void {
  const key = createPublicKey(publicKeyPem);
  if (!isEd25519(key)) throw new ReleaseRefused('The key is not an Ed25519 key');
  if (!verify(null, bytes, key, Buffer.from(signature.trim(), 'base64')))
    throw new ReleaseRefused('It was not signed with this key, or was changed');
}

/** @param files SHA-256 in hexadecimal digits, by name */
export const checksumsOf = (files: ReadonlyMap<string, string>): string =>
  [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');

/** @returns SHA-256 by name. @throws ReleaseRefused for another form, so that no name leads out of the folder */
export function checksumsIn(text: string): Map<string, string> {
  const lines = text.split('\n').filter(Boolean);
  const files = lines.map((line): [string, string] => {
    const [, sha256, name] = /^([0-9a-f]{64}) [ *]([\w.+~-]+)$/.exec(line) ?? [];
    if (!sha256 || !name || /^\.+$/.test(name)) throw new ReleaseRefused('The list of files has another form');
    return [name, sha256];
  });
  if (files.length === 0) throw new ReleaseRefused('The list of files is empty');
  return new Map(files);
}
