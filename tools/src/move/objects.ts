import { meter } from '@tradepost/service-kit/objects/checksum';
import type { RawObjectStore } from '@tradepost/service-kit/objects/raw-object-store';
import { inParallel } from '../bench/support/measure';
import type { ObjectOfBackup } from '../backup/manifest';
import { isSameObject, readObject } from '../backup/stored-object';

/** An object of the source, before its bytes are read. */
export type FoundObject = Omit<ObjectOfBackup, 'sha256'>;

const atOnce = 4;
const progressEveryMs = 10_000;

/** Finds objects that rows name. @returns also the keys of those that the source has lost */
export async function findObjects(
  store: RawObjectStore,
  named: readonly { key: string; needed: boolean }[],
): Promise<{ objects: FoundObject[]; lost: string[] }> {
  const objects: FoundObject[] = [];
  const lost: string[] = [];
  for (const { key, needed } of named) {
    const found = await store.stat(key);
    if (found) objects.push({ key, size: found.size, ...(found.envelope !== null && { envelope: found.envelope }) });
    else if (needed) lost.push(key);
  }
  return { objects, lost };
}

interface Copying {
  /** Whether `to` may have some of them from an interrupted run. */
  isRepeated: boolean;
  log: (line: string) => void;
}

/**
 * Copies objects as they are stored, reads each again, and compares. Then removes all others from `to`.
 * @returns how many were there already
 */
export async function copyObjects(
  from: RawObjectStore,
  to: RawObjectStore,
  objects: readonly FoundObject[],
  { isRepeated, log }: Copying,
): Promise<number> {
  let [copied, present, reportAt] = [0, 0, Date.now() + progressEveryMs];
  await inParallel(objects.length, atOnce, async (n) => {
    const object = objects[n] as FoundObject;
    if (isRepeated && (await isThere(from, to, object.key))) present += 1;
    else await copyObject(from, to, object);
    copied += 1;
    if (Date.now() < reportAt) return;
    reportAt = Date.now() + progressEveryMs;
    log(`${copied} of ${objects.length} objects …`);
  });
  const wanted = new Set(objects.map(({ key }) => key));
  // files that were removed on the source after an interrupted run
  for await (const { key } of to.list('')) if (!wanted.delete(key)) await to.remove(key);
  if (wanted.size > 0)
    throw new Error(`The object store of the target does not list objects that it stored: ${[...wanted].join(', ')}`);
  return present;
}

async function isThere(from: RawObjectStore, to: RawObjectStore, key: string): Promise<boolean> {
  const there = await readObject(to, key);
  return there !== null && isSameObject(there, await readObject(from, key));
}

async function copyObject(
  from: RawObjectStore,
  to: RawObjectStore,
  { key, size, envelope }: FoundObject,
): Promise<void> {
  const read = meter((await from.open(key)).stream);
  const about = envelope === undefined ? {} : { envelope };
  await to.put(key, read.stream, { size, ...about });
  if (!isSameObject(await readObject(to, key), { key, ...read.result(), ...about }))
    throw new Error(`The object ${key} of the target differs from that of the source`);
}
