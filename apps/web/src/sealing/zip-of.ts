import { openedContent } from '@tradepost/client/transfers/opened-content';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import { StreamSlicer } from '@tradepost/client/transfers/stream-slicer';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { makeZip } from 'client-zip';

/** A ZIP without compression, so that its length is known in advance. @param onEntry called before each entry is read */
export function zipOf(
  entries: PlannedEntry[],
  bundle: ReadableStream<Bytes>,
  onEntry?: (entry: PlannedEntry) => void,
): ReadableStream<Bytes> {
  const sections = new StreamSlicer(bundle);
  const lastModified = new Date();
  async function* files() {
    for (const entry of entries) {
      onEntry?.(entry);
      yield {
        name: entry.name,
        size: entry.size,
        lastModified,
        input: await openedContent(entry, sections.slice(entry.offset, entry.length)),
      };
    }
    await sections.drain();
  }
  return makeZip(files(), { metadata: entries.map(({ name, size }) => ({ name, size })) }) as ReadableStream<Bytes>;
}
