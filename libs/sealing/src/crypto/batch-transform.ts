import type { Bytes } from './bytes';

/** Pieces per batch: enough to use every core, and only 1 MiB of memory. */
const batchPieces = 64;

/** Where results go. */
export interface Output {
  enqueue: (piece: Bytes) => void;
}

/** The methods of a `TransformStream`. */
export interface BatchTransformer {
  transform: (bytes: Uint8Array, output: Output) => Promise<void>;
  flush: (output: Output) => Promise<void>;
}

interface PieceWork {
  /** Called for each piece of full size, in order. */
  whole: (piece: Bytes) => Promise<Bytes>;
  /** Called once at the end for the remaining bytes: always less than a piece, possibly none. */
  rest: (piece: Bytes) => Promise<Bytes>;
}

/**
 * Splits a stream into pieces of `pieceSize` bytes, processes them in batches and outputs the results in order. Bytes that come in are not
 * copied unless a piece has parts in two of them, so they may not change afterwards. Memory: one batch that waits and two in progress, for
 * any length of the stream.
 */
export function batchTransform(pieceSize: number, work: PieceWork): BatchTransformer {
  let waiting: Bytes[] = [];
  /** A piece of which only the first `held` bytes have come. */
  let begun: Bytes = new Uint8Array();
  let held = 0;
  let inProgress: Promise<Bytes[]> = Promise.resolve([]);

  /** @returns the results of the previous batch */
  const start = (): Promise<Bytes[]> => {
    const before = inProgress;
    inProgress = Promise.all(waiting.map((piece) => work.whole(piece)));
    // the next call awaits it; this prevents an unhandled rejection until then
    inProgress.catch(() => undefined);
    waiting = [];
    return before;
  };

  const output = async (working: Promise<Bytes[]>, controller: Output): Promise<void> => {
    // enqueue one by one: joining them is a third slower in browsers
    for (const piece of await working) controller.enqueue(piece);
  };

  /** Adds to the piece that has begun. @returns the number of bytes taken */
  const completed = (chunk: Uint8Array): number => {
    const taken = Math.min(chunk.length, pieceSize - held);
    begun.set(chunk.subarray(0, taken), held);
    held += taken;
    if (held === pieceSize) {
      waiting.push(begun);
      held = 0;
    }
    return taken;
  };

  return {
    async transform(chunk, controller) {
      let from = held > 0 ? completed(chunk) : 0;
      for (; from + pieceSize <= chunk.length; from += pieceSize)
        waiting.push(chunk.subarray(from, from + pieceSize) as Bytes);
      if (from < chunk.length) {
        begun = new Uint8Array(pieceSize);
        completed(chunk.subarray(from));
      }
      // start the next batch first, so that the cores stay busy
      if (waiting.length >= batchPieces) await output(start(), controller);
    },
    async flush(controller) {
      await output(start(), controller);
      await output(inProgress, controller);
      const last = await work.rest(begun.slice(0, held));
      if (last.length > 0) controller.enqueue(last);
    },
  };
}
