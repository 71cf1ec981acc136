import { concat, type Bytes } from '../crypto/bytes';

/** `length` bytes counting up from `first`. */
export const counting = (length: number, first = 0): Bytes => Uint8Array.from({ length }, (_, index) => first + index);

/** All that comes out of `stream` when `input` goes in, in pieces of `pieceSize`. */
export async function through(
  stream: TransformStream<Uint8Array, Uint8Array>,
  input: Uint8Array,
  pieceSize = 65_536,
): Promise<Bytes> {
  let from = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from < input.length) controller.enqueue(input.subarray(from, (from += pieceSize)));
      else controller.close();
    },
  });
  const output: Uint8Array[] = [];
  for await (const piece of source.pipeThrough(stream)) output.push(piece);
  return concat(...output);
}
