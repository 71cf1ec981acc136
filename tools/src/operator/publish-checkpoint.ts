import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { KeyLogState } from '@tradepost/contracts/encryption/key-log';
import { apiBase, routes } from '@tradepost/contracts/routes';
import { openCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { originParts } from '@tradepost/sealing/key-log/origin';

const usage = 'Usage: npm run publish-checkpoint -- <origin> <folder>';

/**
 * Writes the newest checkpoint of the key log into a folder that is published elsewhere, named by its size; after a restore from
 * backup, into a new subfolder. Refuses a log that
 * has become shorter, or another one of the same size.
 */
async function publish(origin: string | undefined, folder: string | undefined) {
  if (!origin || !folder) throw new Error(usage);
  const response = await fetch(new URL(apiBase + routes.keyLog.path, origin));
  if (!response.ok) throw new Error(`${origin} answered ${response.status}`);
  const { key, checkpoint } = (await response.json()) as KeyLogState;
  const { origin: name, size } = await openCheckpoint(checkpoint, key);
  // a log that was restarted after a restore may be shorter
  const { restarted } = originParts(name);
  const target = restarted === 0 ? resolve(folder) : resolve(folder, String(restarted));
  mkdirSync(target, { recursive: true });
  const newest = Math.max(-1, ...readdirSync(target).map((name) => Number(/^(\d+)\.txt$/.exec(name)?.[1] ?? -1)));
  if (newest > size)
    throw new Error(`The log has ${size} entries, but a published checkpoint covers ${newest}: entries were removed`);
  const file = join(target, `${size}.txt`);
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') !== checkpoint)
      throw new Error(`${file} is a different checkpoint of the same size: the log was changed`);
    return console.log(`Already published: ${file}`);
  }
  writeFileSync(file, checkpoint);
  console.log(`Wrote ${file}. Public key: ${key}`);
}

publish(process.argv[2], process.argv[3]).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
