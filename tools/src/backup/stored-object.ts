import { meter } from '@tradepost/service-kit/objects/checksum';
import { ObjectMissing } from '@tradepost/service-kit/objects/object-store';
import type { RawObjectStore } from '@tradepost/service-kit/objects/raw-object-store';
import type { ObjectOfBackup } from './manifest';

/** Reads an object as it is stored. @returns null if the store does not have it */
export async function readObject(store: RawObjectStore, key: string): Promise<ObjectOfBackup | null> {
  try {
    const { stream, envelope } = await store.open(key);
    const read = meter(stream);
    for await (const _chunk of read.stream);
    const { size, sha256 } = read.result();
    return { key, size, sha256, ...(envelope !== null && { envelope }) };
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
}

/** Whether both have the same bytes and the same wrapped data key. */
export const isSameObject = (a: ObjectOfBackup | null, b: ObjectOfBackup | null): boolean =>
  a !== null && b !== null && a.sha256 === b.sha256 && a.envelope === b.envelope;
