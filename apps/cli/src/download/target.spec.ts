import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { safeFilePaths } from '@tradepost/contracts/values/safe-names';
import { makeDirectories, targetIn } from './target';

const folder = join('/home/ann/data');

it.each([
  ['climbs', '/../../../x', '../../x.csv'],
  ['is a path', '/etc/cron.d', '/etc/cron.d/x.csv'],
  ['has a zero', 'a\u0000b', 'a\u0000b.csv'],
  ['is as long as a name may be', 'f'.repeat(5_000), `${'n'.repeat(300)}.csv`],
  ['is as long in other letters', 'f', `${'価'.repeat(300)}.csv`],
  ['is hidden', '..', '.bashrc'],
  ['climbs from a directory', 'f', 'a/../../x.csv'],
])('writes only into the folder, for any name that the server sends: %s', (_what, fileId, name) => {
  const [safe] = safeFilePaths([name]);
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

describe('the directories of a transfer', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'tradepost-target-'));
    await mkdir(join(root, 'into'));
    await mkdir(join(root, 'outside'));
  });
  afterEach(() => rm(root, { recursive: true }));
  const make = async (name: string) => {
    const target = targetIn(join(root, 'into'), safeFilePaths([name])[0]!, { fileId: 'f' });
    await makeDirectories(join(root, 'into'), target);
    return relative(root, target.path);
  };

  it('are created in the folder', async () => {
    expect(await make('2026/orders/jan.csv')).toBe(join('into', '2026', 'orders', 'jan.csv'));
    expect(await readdir(join(root, 'into', '2026'))).toEqual(['orders']);
    expect(await make('top.csv')).toBe(join('into', 'top.csv'));
  });

  it('are not created behind a link out of the folder', async () => {
    await symlink(join(root, 'outside'), join(root, 'into', 'link'));
    await expect(make('link/sub/x.csv')).rejects.toThrow(/leads out of/);
    await expect(make('link/x.csv')).rejects.toThrow(/leads out of/);
    expect(await readdir(join(root, 'outside'))).toEqual([]);
    await mkdir(join(root, 'into', 'real'));
    await symlink(join(root, 'into', 'real'), join(root, 'into', 'alias'));
    await expect(make('alias/x.csv')).resolves.toBe(join('into', 'alias', 'x.csv'));
  });

  it('do not replace a file', async () => {
    await writeFile(join(root, 'into', 'data'), 'x');
    await expect(make('data/x.csv')).rejects.toThrow();
  });
});
