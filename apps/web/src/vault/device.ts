import type { DeviceStore } from '@tradepost/client/contacts/device-store';
import type { Key } from '@tradepost/sealing/crypto/primitives';

/*
 * What this device stores of the keys, by the user's id; of a company that the user is a member of, by both ids. IndexedDB holds the
 * vault key, as a CryptoKey that cannot be exported, until the session ends. The newest epoch (local storage) and ledger (IndexedDB) ever seen outlive the session, so that a server cannot go
 * back to older ones. The ledger is sealed.
 */

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

async function inStore<T>(
  database: 'vault' | 'ledger',
  mode: IDBTransactionMode,
  work: (values: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
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

export const readKey = (name: string) =>
  inStore<StoredKey | undefined>('vault', 'readonly', (keys) => keys.get(name)).catch(ignoreMissingStorage);
export const storeKey = (name: string, key: StoredKey) =>
  inStore('vault', 'readwrite', (keys) => keys.put(key, name)).catch(ignoreMissingStorage);
export const forgetKey = (name: string) =>
  inStore('vault', 'readwrite', (keys) => keys.delete(name)).catch(ignoreMissingStorage);
/** Of all accounts. */
export const wipeKeys = () => inStore('vault', 'readwrite', (keys) => keys.clear());

export interface Seen {
  epoch: number;
}

const seenKey = (userId: string) => `keys-seen:${userId}`;

export function readSeen(userId: string): Seen {
  const seen = localStorage.getItem(seenKey(userId));
  return seen ? (JSON.parse(seen) as Seen) : { epoch: 0 };
}

/** Never goes back to an older one: several tabs may write. */
export function rememberSeen(userId: string, { epoch }: Seen) {
  if (epoch > readSeen(userId).epoch) localStorage.setItem(seenKey(userId), JSON.stringify({ epoch } satisfies Seen));
}

/** Where a ledger and the key log are remembered. */
export const deviceOf = (name: string): DeviceStore => ({
  read: async (entry) => {
    // earlier releases stored the pins with the epoch
    if (entry === 'keys-seen') return localStorage.getItem(seenKey(name));
    const read = inStore<string | undefined>('ledger', 'readonly', (values) => values.get(`${name} ${entry}`));
    return (await read.catch(ignoreMissingStorage)) ?? null;
  },
  write: async (entry, value) => {
    const write = inStore('ledger', 'readwrite', (values) => values.put(value, `${name} ${entry}`));
    await write.catch(ignoreMissingStorage);
  },
});
