import type { ArchiveEntry } from '@tradepost/contracts/jobs';
import { safeFilePaths } from '@tradepost/contracts/values/safe-names';
import type { ObjectStore } from '../object-store';
import { checkedEntry } from './checked-entry';
import { layoutZip, type OpenEntry, type ZipLayout } from './stored-zip';

/**
 * The position of every byte in the archive of a transfer. The same entries give the same archive everywhere: in the
 * worker that stores it, the gateway that streams it, and the service that reports its length.
 */
export function layoutArchive(entries: ArchiveEntry[]): ZipLayout {
  const names = safeFilePaths(entries.map(({ name }) => name));
  return layoutZip(
    entries.map(({ size, crc32, modifiedAt }, index) => ({
      name: names[index]!,
      size,
      crc32,
      modifiedAt: new Date(modifiedAt),
    })),
  );
}

/** Where the bytes of each of `count` entries begin in the archive; of an empty entry, where its header ends. */
export function entryOffsets({ segments }: ZipLayout, count: number): number[] {
  const headers = segments.filter((segment) => 'bytes' in segment).slice(0, count);
  return headers.map(({ start, size }) => start + size);
}

/** The entries' bytes in the store; a whole entry ends with `CorruptEntry` when its bytes are not the recorded ones. */
export const entriesIn =
  (store: ObjectStore, entries: ArchiveEntry[]): OpenEntry =>
  async (index, range) => {
    const entry = entries[index]!;
    const bytes = await store.get(entry.objectKey, range);
    return range ? bytes : checkedEntry(bytes, entry);
  };
