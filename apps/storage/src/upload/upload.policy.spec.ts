import { AppError } from '@tradepost/contracts/errors';
import type { CopiedRange } from '@tradepost/contracts/storage';
import { assertMayCopy } from './upload.policy';

/** Of the version that is replaced, and of the new file; both have a header of 28 bytes. */
const [replacedSize, newSize] = [31, 33];
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const outcomeOf = (copiedBytes: number, copied: CopiedRange[], sealedSize: number | null = replacedSize) => {
  try {
    assertMayCopy({ copiedBytes, sealedSize: newSize }, copied, { sealedSize });
    return 'ok';
  } catch (error) {
    return (error as AppError).code;
  }
};

/** Byte by byte: which one of the new file comes from which one of the version before. */
function isSound(copiedBytes: number, copied: CopiedRange[]): boolean {
  const bytes = copied.flatMap(({ at, from, length }) =>
    numbers(0, length - 1).map((n) => [at + n, from + n] as const),
  );
  return (
    bytes.length === copiedBytes &&
    copied.every(({ length }) => length > 0) &&
    bytes.every(([to, from]) => to >= 28 && to < newSize && from < replacedSize) &&
    bytes.every(([to], n) => n === 0 || to > bytes[n - 1]![0])
  );
}

const ranges: CopiedRange[] = numbers(26, newSize + 1).flatMap((at) =>
  numbers(24, replacedSize + 1).flatMap((from) => numbers(0, 4).map((length) => ({ at, from, length }))),
);

describe('copied ranges', () => {
  it('are taken exactly if each byte has its place in both files: every range of a small file', () => {
    for (const range of ranges)
      for (const announced of numbers(1, 5))
        expect([range, announced, outcomeOf(announced, [range])]).toEqual([
          range,
          announced,
          isSound(announced, [range]) ? 'ok' : 'RANGE',
        ]);
  });

  it('are taken exactly if each byte has its place in both files: every pair', () => {
    const near = ranges.filter(({ from, length }) => from >= 29 && length < 3);
    let taken = 0;
    for (const one of near)
      for (const other of near) {
        const announced = one.length + other.length;
        const sound = announced > 0 && isSound(announced, [one, other]);
        if (sound) taken += 1;
        if (announced > 0 && (outcomeOf(announced, [one, other]) === 'ok') !== sound)
          throw new Error(`${JSON.stringify([one, other])}: ${sound ? 'refused' : 'taken'}`);
      }
    expect(taken).toBeGreaterThan(50);
  });

  it('are not taken from a version that is not sealed, or that is the current one no more', () => {
    const range = { at: 28, from: 28, length: 1 };
    expect(outcomeOf(1, [range])).toBe('ok');
    expect(outcomeOf(1, [range], null)).toBe('SEALED_INVALID');
    expect(() => assertMayCopy({ copiedBytes: 1, sealedSize: newSize }, [range], null)).toThrow(
      expect.objectContaining({ code: 'VERSION_CONFLICT' }),
    );
  });

  it('are none where none were announced', () => {
    expect(outcomeOf(0, [])).toBe('ok');
    expect(outcomeOf(0, [{ at: 28, from: 28, length: 1 }])).toBe('RANGE');
  });
});
