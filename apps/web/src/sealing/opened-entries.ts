import { SealingError } from '@tradepost/sealing/errors';
import { openFile } from '@tradepost/sealing/file/file';
import { hashStream } from '@tradepost/sealing/crypto/hash-stream';
import { makeZip } from 'client-zip';
import type { PlannedEntry } from './worker/jobs';
import { StreamSlicer } from './worker/stream-slicer';

type Bytes = Uint8Array<ArrayBuffer>;

/** The content of one entry; the stream fails when size or hash are wrong. */
export async function openedEntry(
  { sealed, size, sha256 }: Pick<PlannedEntry, 'sealed' | 'size' | 'sha256'>,
  bytes: ReadableStream<Bytes>,
): Promise<ReadableStream<Bytes>> {
  const plain = sealed ? bytes.pipeThrough(openFile(sealed.fileKey, sealed.file)) : bytes;
  const { stream, digest } = await hashStream();
  let passed = 0;
  const checked = new TransformStream<Uint8Array, Bytes>({
    transform(piece, controller) {
      passed += piece.length;
      if (passed > size) throw new SealingError('META_MISMATCH');
      controller.enqueue(piece as Bytes);
    },
    flush() {
      if (passed !== size || digest() !== sha256) throw new SealingError(sealed ? 'META_MISMATCH' : 'TAMPERED');
    },
  });
  return plain.pipeThrough(stream).pipeThrough(checked);
}

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
        input: await openedEntry(entry, sections.slice(entry.offset, entry.length)),
      };
    }
    await sections.drain();
  }
  return makeZip(files(), { metadata: entries.map(({ name, size }) => ({ name, size })) }) as ReadableStream<Bytes>;
}
