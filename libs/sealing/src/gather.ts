import type { Bytes } from './bytes';

/** Pieces worked on at once: enough to keep every core at it, little enough (1 MiB) to hold. */
const batchPieces = 64;

/** What a `TransformStream` is made of. */
export interface Turns {
  transform: (bytes: Uint8Array, controller: TransformStreamDefaultController<Bytes>) => Promise<void>;
  flush: (controller: TransformStreamDefaultController<Bytes>) => Promise<void>;
}

interface PieceWork {
  /** For each piece of full size, in order. */
  whole: (piece: Bytes) => Promise<Bytes>;
  /** Once, at the end, for what is left: always less than a piece, perhaps nothing. */
  rest: (piece: Bytes) => Promise<Bytes>;
}

/**
 * Cuts a stream into pieces of `pieceSize` bytes and puts out the work's results in order. It holds one batch being
 * gathered and two being worked on, whatever the length of the stream.
 */
export function gather(pieceSize: number, work: PieceWork): Turns {
  const batch = new Uint8Array(pieceSize * batchPieces);
  let held = 0;
  let underWay: Promise<Bytes[]> = Promise.resolve([]);

  /** @returns what was under way before */
  const start = (): Promise<Bytes[]> => {
    const before = underWay;
    const pieces: Promise<Bytes>[] = [];
    const end = held - (held % pieceSize);
    // WebCrypto copies its input when called, so the batch can be filled again at once
    for (let from = 0; from < end; from += pieceSize) pieces.push(work.whole(batch.subarray(from, from + pieceSize)));
    batch.copyWithin(0, end, held);
    held -= end;
    underWay = Promise.all(pieces);
    // awaited by the next turn; until then a refusal is not unhandled
    underWay.catch(() => undefined);
    return before;
  };

  const putOut = async (
    working: Promise<Bytes[]>,
    controller: TransformStreamDefaultController<Bytes>,
  ): Promise<void> => {
    // one by one: putting them together costs a third of the speed in a browser
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
        // the next batch is begun first: the cores have work while this one is put out
        await putOut(start(), controller);
      }
    },
    async flush(controller) {
      await putOut(start(), controller);
      await putOut(underWay, controller);
      const last = await work.rest(batch.slice(0, held));
      if (last.length > 0) controller.enqueue(last);
    },
  };
}
