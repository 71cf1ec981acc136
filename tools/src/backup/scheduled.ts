import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expired, type Retention } from './retention.policy';

const unfinished = '.part';
const unfinishedForMs = 2 * 86_400_000;
const named = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

const nameOf = (date: Date) => `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/**
 * Creates a backup in a folder named by its date. Only a complete backup gets this name.
 * @returns the folder, and what `make` returned
 */
export async function backupInto<T>(
  into: string,
  now: Date,
  make: (folder: string) => Promise<T>,
): Promise<[string, T]> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const folder = join(into, nameOf(now));
  const part = folder + unfinished;
  try {
    const made = await make(part);
    await rename(part, folder);
    return [folder, made];
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Removes backups past their retention, and the remains of failed runs. Ignores folders with other names.
 * @returns names of the removed
 */
export async function prune(into: string, retention: Retention, now: Date): Promise<string[]> {
  const names = await readdir(into);
  const backups = names.flatMap((name) => {
    const [, date, hours, minutes, seconds] = named.exec(name) ?? [];
    if (!date || !existsSync(join(into, name, 'manifest.json'))) return [];
    return [{ name, date: new Date(`${date}T${hours}:${minutes}:${seconds}Z`) }];
  });
  const gone = expired(
    backups.map(({ date }) => date),
    retention,
  );
  const broken: string[] = [];
  for (const name of names.filter((one) => one.endsWith(unfinished) && named.test(one.slice(0, -unfinished.length)))) {
    const { mtimeMs } = await stat(join(into, name));
    if (now.getTime() - mtimeMs > unfinishedForMs) broken.push(name);
  }
  const removed = [...backups.filter(({ date }) => gone.includes(date)).map(({ name }) => name), ...broken];
  for (const name of removed) await rm(join(into, name), { recursive: true });
  return removed;
}
