/** As `ObjectSource`, with several pieces at once where they come together: to join them would cost a copy. */
export type RawSource = AsyncIterable<Uint8Array | readonly Uint8Array[]>;

export interface Batch {
  chunks: Uint8Array[];
  /** Bytes in all chunks. */
  size: number;
}

/**
 * Groups a source's chunks, uncopied, until each batch holds at least `atLeast` bytes (the last may hold fewer), so that
 * a store writes in few large calls. Throws the signal's reason as soon as it aborts, even while the source is silent;
 * a silent source is not waited for, so its owner destroys it.
 */
export async function* batches(source: RawSource, atLeast: number, signal?: AbortSignal): AsyncGenerator<Batch> {
  const iterator = source[Symbol.asyncIterator]();
  let abort: (reason: unknown) => void = () => undefined;
  const onAbort = () => abort(signal?.reason);
  // Not Promise.race against one long promise: that would keep every chunk alive until the end.
  const next = () =>
    new Promise<IteratorResult<Uint8Array | readonly Uint8Array[]>>((resolve, reject) => {
      abort = reject;
      iterator.next().then(resolve, reject);
    });

  signal?.addEventListener('abort', onAbort);
  let drained = false;
  try {
    let batch: Batch = { chunks: [], size: 0 };
    while (!drained) {
      signal?.throwIfAborted();
      const step = await next();
      drained = step.done === true;
      if (!step.done) for (const chunk of chunksOf(step.value)) add(batch, chunk);
      if (batch.size >= atLeast || (drained && batch.size > 0)) {
        yield batch;
        batch = { chunks: [], size: 0 };
      }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    if (!drained) close(iterator);
  }
}

const chunksOf = (value: Uint8Array | readonly Uint8Array[]): readonly Uint8Array[] =>
  value instanceof Uint8Array ? [value] : value;

function add(batch: Batch, chunk: Uint8Array): void {
  batch.chunks.push(chunk);
  batch.size += chunk.length;
}

function close(iterator: AsyncIterator<unknown>): void {
  // The error that ended the loop is already being thrown; an error on closing the source adds nothing.
  iterator.return?.().catch(() => undefined);
}
