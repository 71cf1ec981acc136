import type { Key } from '@tradepost/sealing/crypto/primitives';

/*
 * What this device stores of the keys. IndexedDB holds the user vault key, as a CryptoKey that cannot be exported, until the
 * session ends. Local storage holds the newest epoch and pins revision ever seen. They are not secret and outlive the session,
 * so that a server cannot go back to older ones.
 */

const database = 'vault';
const store = 'keys';

interface StoredKey {
  epoch: number;
  key: Key;
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  const db = await resultOf(opening);
  try {
    return await resultOf(work(db.transaction(store, mode).objectStore(store)));
  } finally {
    db.close();
  }
}

/** Some private windows offer no storage: then each load asks for the password. */
const ignoreMissingStorage = (error: unknown) => {
  if (!(error instanceof DOMException)) throw error;
  return undefined;
};

export const readKey = (userId: string) =>
  inStore<StoredKey | undefined>('readonly', (keys) => keys.get(userId)).catch(ignoreMissingStorage);
export const storeKey = (userId: string, key: StoredKey) =>
  inStore('readwrite', (keys) => keys.put(key, userId)).catch(ignoreMissingStorage);
/** Of all accounts. */
export const wipeKeys = () => inStore('readwrite', (keys) => keys.clear());

export interface Seen {
  epoch: number;
  /** Of that epoch's pins. */
  revision: number;
  /** The pins themselves, sealed; absent before any. */
  list?: string;
}

const seenKey = (userId: string) => `keys-seen:${userId}`;

export function readSeen(userId: string): Seen {
  const seen = localStorage.getItem(seenKey(userId));
  return seen ? (JSON.parse(seen) as Seen) : { epoch: 0, revision: 0 };
}

/** Never goes back to an older one: several tabs may write. */
export function rememberSeen(userId: string, seen: Seen & { list: string }) {
  const before = readSeen(userId);
  const isOlder = seen.epoch < before.epoch || (seen.epoch === before.epoch && seen.revision < before.revision);
  if (!isOlder) localStorage.setItem(seenKey(userId), JSON.stringify(seen));
}
