import type { Bytes } from './bytes';

/** Pieces per batch: enough to use every core, and only 1 MiB of memory. */
const batchPieces = 64;

/** The methods of a `TransformStream`. */
export interface BatchTransformer {
  transform: (bytes: Uint8Array, controller: TransformStreamDefaultController<Bytes>) => Promise<void>;
  flush: (controller: TransformStreamDefaultController<Bytes>) => Promise<void>;
}

interface PieceWork {
  /** Called for each piece of full size, in order. */
  whole: (piece: Bytes) => Promise<Bytes>;
  /** Called once at the end for the remaining bytes: always less than a piece, possibly none. */
  rest: (piece: Bytes) => Promise<Bytes>;
}

/**
 * Splits a stream into pieces of `pieceSize` bytes, processes them in batches and outputs the results in order. Memory: one batch that
 * is being filled and two in progress, for any length of the stream.
 */
export function batchTransform(pieceSize: number, work: PieceWork): BatchTransformer {
  const batch = new Uint8Array(pieceSize * batchPieces);
  let held = 0;
  let inProgress: Promise<Bytes[]> = Promise.resolve([]);

  /** @returns the results of the previous batch */
  const start = (): Promise<Bytes[]> => {
    const before = inProgress;
    const pieces: Promise<Bytes>[] = [];
    const end = held - (held % pieceSize);
    // WebCrypto copies its input when called, so the batch can be filled again at once
    for (let from = 0; from < end; from += pieceSize) pieces.push(work.whole(batch.subarray(from, from + pieceSize)));
    batch.copyWithin(0, end, held);
    held -= end;
    inProgress = Promise.all(pieces);
    // the next call awaits it; this prevents an unhandled rejection until then
    inProgress.catch(() => undefined);
    return before;
  };

  const output = async (
    working: Promise<Bytes[]>,
    controller: TransformStreamDefaultController<Bytes>,
  ): Promise<void> => {
    // enqueue one by one: joining them is a third slower in browsers
    for (const piece of await working) controller.enqueue(piece);
  };

  return {
    async transform(chunk, controller) {
      for (let from = 0; from < chunk.length;) {
        const taken = Math.min(chunk.length - from, batch.length - held);
        batch.set(chunk.subarray(from, from + taken), held);
        held += taken;
        from += taken;
        if (held < batch.length) continue;
        // start the next batch first, so that the cores stay busy
        await output(start(), controller);
      }
    },
    async flush(controller) {
      await output(start(), controller);
      await output(inProgress, controller);
      const last = await work.rest(batch.slice(0, held));
      if (last.length > 0) controller.enqueue(last);
    },
  };
}
