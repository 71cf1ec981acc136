import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../topology/paths';
import { otherVersions, setVersion } from './versions';

const folder = mkdtempSync(join(tmpdir(), 'tradepost-versions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = execFileSync(
  'git',
  ['ls-files', '*package.json', 'package-lock.json', 'k8s/images/kustomization.yaml', 'docs/operations.md'],
  { cwd: root, encoding: 'utf8' },
)
  .trim()
  .split('\n');
beforeEach(() => {
  for (const file of files) cpSync(join(root, file), join(folder, dirname(file), file.split('/').at(-1)!));
});
const text = (file: string, of = folder) => readFileSync(join(of, file), 'utf8');
const { version: present } = JSON.parse(text('package.json', root)) as { version: string };

test('the whole product has one version', () => {
  expect(otherVersions(root)).toEqual([]);
  const tags = [...text('k8s/images/kustomization.yaml', root).matchAll(/newTag: (\S+) \}/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set([present]));
});

test('a new version changes the version everywhere, and nothing else', () => {
  setVersion(folder, '99.0.1', { isFirst: false });
  expect(otherVersions(folder)).toEqual([]);
  for (const file of files.filter((one) => !one.startsWith('libs/contracts'))) {
    expect([file, text(file) === text(file, root)]).toEqual([file, false]);
    // the version may also be that of another package
    if (file !== 'package-lock.json')
      expect([file, text(file).replaceAll('99.0.1', present)]).toEqual([file, text(file, root)]);
  }
  expect(text('libs/contracts/package.json')).toContain('"version": "0.');
  expect(text('k8s/images/kustomization.yaml')).toContain('newTag: 99.0.1 }');
  expect(text('docs/operations.md')).toContain('tradepost_99.0.1_amd64.deb');
});

test.each(['1.2', 'v99.0.0', '0.0.1', present])('%s is refused, and nothing is changed', (version) => {
  expect(() => setVersion(folder, version, { isFirst: false })).toThrow(/not a version|not higher/);
  expect(text('package.json')).toBe(text('package.json', root));
});

test('the first release may have the version that is there', () => {
  setVersion(folder, present, { isFirst: true });
  for (const file of files) expect([file, text(file)]).toEqual([file, text(file, root)]);
});
