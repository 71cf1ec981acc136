import { ObjectDamaged, ObjectStoreUnavailable } from '../../objects/object-store';
import type { RawObjectStore } from '../../objects/raw-object-store';
import { envelopeOf, wrappedKeyIn } from './envelope';
import { KeyUnavailable, WrappedKeyDamaged, type KeyProvider } from './key-provider';

const atOnce = 16;
const tries = 5;

export interface Rotated {
  /** Objects checked. */
  objects: number;
  /** Data keys that were rewrapped under the current key. */
  rewrapped: number;
  /** Objects with no data key: sealed by their owners, or stored before there was encryption. */
  without: number;
  /** Keys of objects with a data key that none of our keys opens, and the reason. */
  unreadable: { key: string; reason: string }[];
}

/**
 * Rewraps every data key under the current key. Objects stay readable; no content is moved or decrypted. Keys that are
 * already current are skipped, so an interrupted run can be repeated.
 * @throws ObjectStoreUnavailable, or KeyUnavailable where no data key can be wrapped now
 */
export async function rotateKeys(
  store: RawObjectStore,
  keys: KeyProvider,
  onProgress: (sofar: Readonly<Rotated>) => void = () => undefined,
): Promise<Rotated> {
  await keys.ready();
  const result: Rotated = { objects: 0, rewrapped: 0, without: 0, unreadable: [] };
  const rotate = async (key: string) => {
    try {
      const outcome = await rotateOne(store, keys, key);
      if (outcome) result[outcome] += 1;
    } catch (error) {
      if (!(error instanceof KeyUnavailable || error instanceof WrappedKeyDamaged || error instanceof ObjectDamaged))
        throw error;
      await keys.ready(); // it may not be this object's key alone
      result.unreadable.push({ key, reason: error.message });
    }
    result.objects += 1;
    onProgress(result);
  };

  const listed = store.list('')[Symbol.asyncIterator]();
  let failed = false;
  const worker = async () => {
    for (let next = await listed.next(); !next.done && !failed; next = await listed.next()) {
      await rotate(next.value.key).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return result;
}

async function rotateOne(
  store: RawObjectStore,
  keys: KeyProvider,
  key: string,
): Promise<'rewrapped' | 'without' | null> {
  for (let n = 0; n < tries; n++) {
    const about = await store.stat(key);
    if (!about) return null; // removed since it was listed
    if (about.envelope === null) return 'without';
    const wrapped = await keys.rewrap(wrappedKeyIn(about.envelope));
    if (wrapped === null) return null;
    if (await store.changeEnvelope(key, about.envelope, envelopeOf(wrapped))) return 'rewrapped';
    // the object was replaced since it was read
  }
  throw new ObjectStoreUnavailable(`${key} was replaced ${tries} times during the change of its key`);
}
