import { log } from '@tradepost/service-kit/observability/logging';
import type { ObjectStore } from '@tradepost/service-kit/objects/object-store';

/** What a deleted row used: the bytes that the quota gets back, and the objects to remove after the commit. */
export interface Freed {
  companyId: string;
  size: number;
  /** The first is that of the multipart upload, if there is one. */
  objectKeys: string[];
  multipartId?: string | null;
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

/** Removes what deleted rows named, as `removeObjects` does. */
export async function removeFreed(store: ObjectStore, freed: Freed[]): Promise<void> {
  for (const { objectKeys, multipartId } of freed) {
    const [objectKey] = objectKeys;
    if (multipartId && objectKey !== undefined) await endMultipart(store, { objectKey, multipartId });
    await removeObjects(store, objectKeys);
  }
}

/** Removes the parts of an unfinished multipart upload. What the store fails to remove, the garbage collector finds. */
export async function endMultipart(
  store: ObjectStore,
  { objectKey, multipartId }: { objectKey: string; multipartId: string },
): Promise<void> {
  await store.multipart
    ?.abort(objectKey, multipartId)
    .catch((error) =>
      log.warn({ err: error, key: objectKey }, 'could not end a multipart upload; the garbage collector will end it'),
    );
}
