import { log } from '@tradepost/service-kit/observability/logging';
import type { ObjectStore } from '@tradepost/service-kit/objects/object-store';

/** What a deleted row used: the bytes that the quota gets back, and the objects to remove after the commit. */
export interface Freed {
  companyId: string;
  size: number;
  objectKeys: string[];
}

/** The key of the upload that a part belongs to. Every other key is returned unchanged. */
export const uploadOf = (key: string): string => key.split('.', 1)[0] as string;

/** Removes objects after their rows were deleted. What the store fails to remove, the garbage collector finds. */
export async function removeObjects(store: ObjectStore, keys: string[]): Promise<void> {
  for (const key of keys) {
    await store
      .remove(key)
      .catch((error) =>
        log.warn({ err: error, key }, 'could not remove an object; the garbage collector will remove it'),
      );
  }
}
