import { fitsIntoMemory } from './temporary-files';

const GB = 1024 ** 3;

test.each([
  [{ freeBytes: 12 * GB, release: '6.6.0-generic' }, true],
  [{ freeBytes: 24 * GB, release: '7.0.1' }, true],
  [{ freeBytes: 12 * GB, release: '6.5.13' }, false],
  [{ freeBytes: 24 * GB, release: '5.15.0-91-generic' }, false],
  [{ freeBytes: 11 * GB, release: '6.18.44' }, false],
  [{ freeBytes: 24 * GB, release: 'unknown' }, false],
])('temporary files of %j fit into memory: %s', (machine, fits) => {
  expect(fitsIntoMemory(machine)).toBe(fits);
});
