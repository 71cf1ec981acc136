import { dirname, join } from 'node:path';
import { safeFileNames } from '@tradepost/contracts/values/safe-names';
import { targetIn } from './target';

const folder = join('/home/ann/data');

it.each([
  ['climbs', '/../../../x', '../../x.csv'],
  ['is a path', '/etc/cron.d', '/etc/cron.d/x.csv'],
  ['has a zero', 'a\u0000b', 'a\u0000b.csv'],
  ['is as long as a name may be', 'f'.repeat(5_000), `${'n'.repeat(300)}.csv`],
  ['is as long in other letters', 'f', `${'価'.repeat(300)}.csv`],
  ['is hidden', '..', '.bashrc'],
])('writes only into the folder, for any name that the server sends: %s', (_what, fileId, name) => {
  const [safe] = safeFileNames([name]);
  for (const path of Object.values(targetIn(folder, safe!, { fileId }))) {
    expect(dirname(path)).toBe(folder);
    expect(path).not.toContain('\u0000');
    expect(Buffer.byteLength(path.slice(folder.length + 1))).toBeLessThanOrEqual(255);
  }
});

it('resumes only the same file of a transfer', () => {
  const parts = [
    ['a.csv', '1'],
    ['a.csv', '1'],
    ['a.csv', '2'],
    ['b.csv', '1'],
  ].map(([name, fileId]) => targetIn(folder, name!, { fileId: fileId! }).part);
  expect(new Set(parts).size).toBe(3);
});
