import { log } from '@tradepost/service-kit/logging';
import type { ObjectStore } from '@tradepost/service-kit/object-store/object-store';
import type { FileRow } from './workspace.entity';

/** Every object a row has: its bytes, and the parts of an upload. */
export const objectsOf = ({ objectKey, parts }: FileRow): string[] => [
  objectKey,
  ...parts.map((part) => part.objectKey),
];

/** The key of the upload that a part belongs to; any other key is its own. */
export const uploadOf = (key: string): string => key.split('.', 1)[0] as string;

/** Removes objects whose rows are gone already: what the store does not take now is garbage that the collector finds. */
export async function removeObjects(store: ObjectStore, keys: string[]): Promise<void> {
  for (const key of keys) {
    await store.remove(key).catch((error) => log.warn({ err: error, key }, 'an object is left to the collector'));
  }
}
