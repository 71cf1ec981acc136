import { createPublicKey } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { makeSecrets, type Secrets } from './secrets';
import { writeDurably } from './write-durably';

type Stored = Partial<Secrets>;

/** The copy of the secrets of the last successful start, next to `file`. */
export const copyOf = (file: string) => `${file}.copy`;

/**
 * Loads the secrets in `file`, adds those that are new in this release, and updates the copy. A lost or damaged key is never replaced:
 * its data could not be decrypted with a new one.
 * @throws Error naming the damage and how to restore the copy; then nothing is written
 */
export function loadSecrets(file: string): Secrets {
  const copied = read(copyOf(file));
  const stored = read(file);
  if (stored instanceof Error) throw damaged(file, `cannot be read (${stored.message})`, copied);
  if (!stored && (copied || hasData(dirname(file))))
    throw damaged(file, 'is missing, although data is stored here', copied);
  const lost = stored && copied && !(copied instanceof Error) ? lostKeys(stored, copied) : [];
  if (lost.length > 0) throw damaged(file, `has lost ${lost.join(', ')}`, copied);
  const secrets = completed(stored ?? {});
  const halved = pairs.find(([half, other]) => publicHalf(secrets[half]) !== secrets[other].trim());
  if (halved) throw damaged(file, `has a ${halved[0]} and a ${halved[1]} that do not match`, copied);
  mkdirSync(dirname(file), { recursive: true });
  for (const [path, present] of [[file, stored] as const, [copyOf(file), copied] as const])
    if (!isDeepStrictEqual(present, secrets)) writeDurably(path, JSON.stringify(secrets, null, 2));
  return secrets;
}

const pairs = [
  ['jwtPrivateKey', 'jwtPublicKey'],
  ['actorPrivateKey', 'actorPublicKey'],
] as const;

function completed(stored: Stored): Secrets {
  const made = makeSecrets(stored);
  return {
    ...made,
    ...stored,
    databasePasswords: { ...made.databasePasswords, ...stored.databasePasswords },
    busPasswords: { ...made.busPasswords, ...stored.busPasswords },
  };
}

/** undefined if the file does not exist; an Error if it cannot be used. */
function read(path: string): Stored | Error | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return stored !== null && typeof stored === 'object' && Object.values(stored).every(isSecret)
      ? stored
      : new Error('not a JSON object of keys and passwords');
  } catch (error) {
    return error as Error;
  }
}

const isSecret = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== ''
    : value !== null && typeof value === 'object' && Object.values(value).every((each) => typeof each === 'string');

const hasData = (directory: string) =>
  existsSync(join(directory, 'postgres', 'cluster')) || existsSync(join(directory, 'objects'));

/** Keys that differ from the copy and were not moved to `previous` by a rotation. */
function lostKeys(stored: Stored, copied: Stored): string[] {
  const previous = Object.values(stored.previous ?? {});
  return Object.entries(copied)
    .filter(([name, key]) => typeof key === 'string' && key !== stored[name as keyof Secrets])
    .filter(([, key]) => !previous.some((earlier) => earlier.includes(publicHalf(key as string))))
    .map(([name]) => name);
}

/** The public key of a private key; symmetric keys are returned unchanged. */
const publicHalf = (key: string): string =>
  (key.includes('PRIVATE KEY') ? createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString() : key).trim();

const damaged = (file: string, fault: string, copied: Stored | Error | undefined) =>
  new Error(
    [
      `${file} ${fault}. Nothing was started and no key was created: without its key, encrypted data is lost.`,
      copied && !(copied instanceof Error)
        ? `Restore the copy from the last successful start: cp ${copyOf(file)} ${file}`
        : 'Restore this file from your own copy (docs/backup.md).',
      'To rotate or discard a key, see docs/keys.md.',
    ].join('\n'),
  );
