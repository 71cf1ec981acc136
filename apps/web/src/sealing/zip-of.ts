import { openedContent } from '@tradepost/client/transfers/opened-content';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import { StreamSlicer } from '@tradepost/client/transfers/stream-slicer';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { makeZip } from 'client-zip';

/** Headers are smaller. */
const copiedBytes = 64 * 1024;

/** client-zip measures headers after it has given them away, when their reader may already have sent them to another thread. */
const withCopiedHeaders = () =>
  new TransformStream<Bytes, Bytes>({
    transform: (piece, controller) => controller.enqueue(piece.length < copiedBytes ? piece.slice() : piece),
  });

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
  const metadata = entries.map(({ name, size }) => ({ name, size }));
  return (makeZip(files(), { metadata }) as ReadableStream<Bytes>).pipeThrough(withCopiedHeaders());
}
