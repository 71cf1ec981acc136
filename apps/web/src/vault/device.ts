import type { Key } from '@tradepost/sealing/primitives';

/*
 * What this device keeps of the keys. The user vault key, as a CryptoKey nobody can read back, in IndexedDB until the session
 * ends; and the newest epoch and revision of pins ever seen, which are no secret and outlive it, so that a server cannot give
 * older ones.
 */

const database = 'vault';
const store = 'keys';

interface Kept {
  epoch: number;
  key: Key;
}

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const db = await answerOf(opening);
  try {
    return await answerOf(work(db.transaction(store, mode).objectStore(store)));
  } finally {
    db.close();
  }
}

export const readKey = (userId: string) => inStore<Kept | undefined>('readonly', (keys) => keys.get(userId));
export const keepKey = (userId: string, kept: Kept) => inStore('readwrite', (keys) => keys.put(kept, userId));
/** Of everybody. */
export const wipeKeys = () => inStore('readwrite', (keys) => keys.clear());

export interface Seen {
  epoch: number;
  /** Of that epoch's pins. */
  revision: number;
}

const seenKey = (userId: string) => `keys-seen:${userId}`;

export function readSeen(userId: string): Seen {
  const held = localStorage.getItem(seenKey(userId));
  return held ? (JSON.parse(held) as Seen) : { epoch: 0, revision: 0 };
}

/** Never back to an older one, whichever tab comes last. */
export function rememberSeen(userId: string, seen: Seen) {
  const before = readSeen(userId);
  const newer = seen.epoch > before.epoch || (seen.epoch === before.epoch && seen.revision > before.revision);
  if (newer) localStorage.setItem(seenKey(userId), JSON.stringify(seen));
}
