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
 * The secrets stored in `file`. What an earlier version did not know is added, and the copy is brought up to date. Data that was
 * protected with a key that is lost or damaged would be lost with it, so no new one ever takes its place.
 * @throws Error naming the damage and the way to the copy; nothing is written then
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
  if (halved) throw damaged(file, `has a ${halved[0]} and a ${halved[1]} that do not belong together`, copied);
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

/** undefined where there is none; an Error where there is one that cannot be used. */
function read(path: string): Stored | Error | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return stored !== null && typeof stored === 'object' && Object.values(stored).every(isSecret)
      ? stored
      : new Error('its content is not keys and passwords');
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

/** The keys that are no longer what the copy has, and were not moved to `previous` as a rotation does. */
function lostKeys(stored: Stored, copied: Stored): string[] {
  const previous = Object.values(stored.previous ?? {});
  return Object.entries(copied)
    .filter(([name, key]) => typeof key === 'string' && key !== stored[name as keyof Secrets])
    .filter(([, key]) => !previous.some((earlier) => earlier.includes(publicHalf(key as string))))
    .map(([name]) => name);
}

/** What checks a signature of `key`; a key that has no halves is its own. */
const publicHalf = (key: string): string =>
  (key.includes('PRIVATE KEY') ? createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString() : key).trim();

const damaged = (file: string, fault: string, copied: Stored | Error | undefined) =>
  new Error(
    [
      `${file} ${fault}. Nothing was started and no key was made: data under a lost key could never be opened again.`,
      copied && !(copied instanceof Error)
        ? `Put back the copy of the last sound start: cp ${copyOf(file)} ${file}`
        : 'Put back your own copy of this file (docs/backup.md).',
      'docs/keys.md says how to rotate a key, and how to give one up.',
    ].join('\n'),
  );
