import { log } from '@tradepost/service-kit/logging';
import type { ObjectStore } from '@tradepost/service-kit/object-store/object-store';

/** Removes objects whose rows are gone already: what the store does not take now is garbage that the collector finds. */
export async function removeObjects(store: ObjectStore, keys: string[]): Promise<void> {
  for (const key of keys) {
    await store.remove(key).catch((error) => log.warn({ err: error, key }, 'an object is left to the collector'));
  }
}
