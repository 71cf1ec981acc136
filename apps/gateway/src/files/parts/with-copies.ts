import { AppError } from '@tradepost/contracts/errors';
import type { CopiedRange } from '@tradepost/contracts/storage';

/**
 * The bytes of the new file: what was sent, and at their places the ranges that are copied.
 * @param ranges in order @param copied reads one of them @throws AppError RANGE, SEALED_INVALID for ranges that have no place
 */
export async function* withCopies(
  sent: AsyncIterable<Buffer>,
  ranges: readonly CopiedRange[],
  copied: (range: CopiedRange) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const waiting = [...ranges].reverse();
  let reached = 0;
  for await (const piece of sent) {
    for (let rest = piece; rest.length > 0;) {
      const given = rest.subarray(0, (waiting.at(-1)?.at ?? Infinity) - reached);
      // a range that is behind, or is none: the loop would not end
      if (given.length === 0) throw new AppError('RANGE');
      yield given;
      reached += given.length;
      rest = rest.subarray(given.length);
      while (waiting.at(-1)?.at === reached) {
        const range = waiting.pop() as CopiedRange;
        yield* copied(range);
        reached += range.length;
      }
    }
  }
  if (waiting.length > 0) throw new AppError('SEALED_INVALID');
}
