import type { Bytes } from './bytes';

/** Pieces in progress at once: enough to use every core, and only 2 MiB of memory. */
const ahead = 128;

/** The methods of a `TransformStream`. */
export interface BatchTransformer {
  transform: (bytes: Uint8Array, controller: TransformStreamDefaultController<Bytes>) => Promise<void>;
  flush: (controller: TransformStreamDefaultController<Bytes>) => Promise<void>;
}

interface PieceWork {
  /** Called for each piece of full size, in order. Reads the piece before it returns. */
  whole: (piece: Bytes) => Promise<Bytes>;
  /** Called once at the end for the remaining bytes: always less than a piece, possibly none. */
  rest: (piece: Bytes) => Promise<Bytes>;
}

/**
 * Splits a stream into pieces of `pieceSize` bytes, processes several at once and outputs the results in order. Memory: a piece that is
 * being filled and those in progress, for any length of the stream.
 */
export function batchTransform(pieceSize: number, work: PieceWork): BatchTransformer {
  const inProgress: Promise<Bytes>[] = [];
  /** The start of a piece; its end has not come yet. */
  const begun = new Uint8Array(pieceSize);
  let held = 0;

  const output = async (controller: TransformStreamDefaultController<Bytes>, least: number): Promise<void> => {
    // enqueue one by one: joining them is a third slower in browsers
    while (inProgress.length > least) controller.enqueue(await inProgress.shift()!);
  };

  const start = (piece: Bytes) => {
    const result = work.whole(piece);
    // it is awaited later; this prevents an unhandled rejection until then
    result.catch(() => undefined);
    inProgress.push(result);
  };

  return {
    async transform(chunk, controller) {
      let from = 0;
      if (held > 0) {
        from = Math.min(chunk.length, pieceSize - held);
        begun.set(chunk.subarray(0, from), held);
        held += from;
        if (held < pieceSize) return;
        start(begun);
        held = 0;
      }
      for (; from + pieceSize <= chunk.length; from += pieceSize) {
        start(chunk.subarray(from, from + pieceSize) as Bytes);
        await output(controller, ahead);
      }
      begun.set(chunk.subarray(from));
      held = chunk.length - from;
      await output(controller, ahead);
    },
    async flush(controller) {
      const last = work.rest(begun.slice(0, held));
      last.catch(() => undefined);
      await output(controller, 0);
      const bytes = await last;
      if (bytes.length > 0) controller.enqueue(bytes);
    },
  };
}
