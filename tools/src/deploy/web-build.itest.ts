import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { siteManifestName } from '@tradepost/contracts/encryption/site-manifest';
import { root } from '../topology/paths';

// on the file system of the installed packages, for their hard links
const data = join(root, '.data');
mkdirSync(data, { recursive: true });
const directory = mkdtempSync(join(data, 'web-build-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A copy of the sources that the web app is built from. Its packages are inside it, as in every checkout: their place decides the order of modules. */
function copySources(folder: string) {
  const isSource = (path: string) => !['dist', 'node_modules'].includes(basename(path));
  for (const part of ['apps/web', 'libs'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isSource });
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(root, file), join(folder, file));
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.'));
  execFileSync('cp', ['--archive', '--link', ...installed.map((name) => join(root, 'node_modules', name)), packages]);
}

/** The manifest of a build, which has the hash of every file. */
function build(folder: string, env: Record<string, string>): string {
  copySources(folder);
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    cwd: join(folder, 'apps/web'),
    env: { PATH: process.env.PATH, ...env },
  });
  return readFileSync(join(folder, 'apps/web/dist', siteManifestName), 'utf8');
}

test('two builds of the same sources, in different folders, time zones and languages, give the same files', () => {
  // the tests start with a build of this checkout
  const here = readFileSync(join(root, 'apps/web/dist', siteManifestName), 'utf8');
  const elsewhere = build(join(directory, 'another', 'and deeper'), { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' });
  expect(elsewhere).toBe(here);
  expect(JSON.parse(here).files.length).toBeGreaterThan(50);
});
