import { goesDirect, mayBeJoinedInStore } from './parts.policy';

const GiB = 1024 ** 3;

it.each([
  ['a file of one part', { size: 1, sealedSize: 117, copiedBytes: 0 }, true],
  ['10,000 parts of 64 MiB', { size: 600 * GiB, sealedSize: 10_000 * 64 * 1024 ** 2, copiedBytes: 0 }, true],
  ['one part more than S3 takes', { size: 600 * GiB, sealedSize: 10_000 * 64 * 1024 ** 2 + 1, copiedBytes: 0 }, false],
  ['ranges of the version before', { size: GiB, sealedSize: GiB + 1_000, copiedBytes: 1 }, false],
])('lets the store join %s: %s', (_, upload, expected) => {
  expect(mayBeJoinedInStore(upload)).toBe(expected);
});

it('sends only what is sealed to the store, and only where it is offered', () => {
  const cases = [true, false].flatMap((areOffered) =>
    [null, 'key'].map((wrappedKey) => [areOffered, wrappedKey, goesDirect({ wrappedKey }, { areOffered })]),
  );
  expect(cases.filter(([, , direct]) => direct)).toEqual([[true, 'key', true]]);
});
