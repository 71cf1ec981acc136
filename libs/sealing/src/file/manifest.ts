import { concat, fromBase64url, toBase64url, utf8, uuidBytes, type Bytes } from '../crypto/bytes';
import { SealingError } from '../errors';
import { contentSize, type FileRef } from './format';
import { parseJson } from './meta';
import type { Key } from '../crypto/primitives';
import { sign, verify } from '../crypto/signing';

/** A sealed file in a bundle: as it is stored, in an entry named `<fileId>.sdx`. */
interface SealedEntry extends FileRef {
  mode: 'e2e';
}

/** A managed file of a mixed transfer in a bundle: its plain content, in an entry named `<fileId>.bin`; `sha256` in lower-case hex. */
interface ManagedEntry extends FileRef {
  mode: 'managed';
  sha256: string;
}

/** One object of a bundle: `length` bytes at `offset`, so that it can be downloaded with a `Range`. */
export type BundleEntry = (SealedEntry | ManagedEntry) & { offset: number; length: number };

/** The contents of a bundle, in order. The bundle is a ZIP without compression. */
export interface Manifest {
  requestId: string;
  entries: BundleEntry[];
}

/** `manifest`: its JSON in UTF-8, base64url; `sig`: the service's, over `"sdx1/manifest"` and exactly those bytes (64 bytes, base64url). */
export interface SignedManifest {
  manifest: string;
  sig: string;
}

/** The name of an object's entry in the bundle. */
export const entryName = ({ fileId, mode }: Pick<BundleEntry, 'fileId' | 'mode'>): string =>
  `${fileId}.${mode === 'e2e' ? 'sdx' : 'bin'}`;

const statement = (bytes: Bytes): Bytes => concat(utf8('sdx1/manifest'), bytes);

/** @param key the service's private sign key, ECDSA P-256 */
export async function signManifest(key: Key, manifest: Manifest): Promise<SignedManifest> {
  const bytes = utf8(JSON.stringify(manifest));
  return { manifest: toBase64url(bytes), sig: toBase64url(await sign(key, statement(bytes))) };
}

/**
 * Verifies and opens the manifest of a request's bundle.
 * @throws SealingError BAD_SIGNATURE if the service did not sign it, WRONG_FILE for another request or other files, MALFORMED if entries
 * overlap or have an impossible size
 * @param key the service's public sign key
 */
export async function openManifest(
  key: Key,
  { manifest, sig }: SignedManifest,
  requestId: string,
  files: FileRef[],
): Promise<Manifest> {
  const bytes = fromBase64url(manifest);
  if (!(await verify(key, fromBase64url(sig, 64), statement(bytes)))) throw new SealingError('BAD_SIGNATURE');
  const opened = parseJson(bytes) as Manifest;
  const place = ({ fileId, version }: FileRef) => `${fileId} ${version}`;
  const listed = opened.entries.map(place).toSorted();
  const wanted = files.map(place).toSorted();
  if (
    opened.requestId !== requestId ||
    listed.length !== wanted.length ||
    listed.some((file, index) => file !== wanted[index])
  )
    throw new SealingError('WRONG_FILE');
  let end = 0;
  for (const entry of opened.entries) {
    checkEntry(entry, end);
    end = entry.offset + entry.length;
  }
  return opened;
}

function checkEntry(entry: BundleEntry, after: number): void {
  uuidBytes(entry.fileId);
  const stands =
    Number.isSafeInteger(entry.offset) &&
    Number.isSafeInteger(entry.length) &&
    entry.offset >= after &&
    entry.length >= 0;
  if (!stands || (entry.mode !== 'e2e' && entry.mode !== 'managed')) throw new SealingError('MALFORMED');
  if (entry.mode === 'e2e') contentSize(entry.length);
}
