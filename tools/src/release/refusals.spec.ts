import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseDirtyTree, refuseReleased, releasedVersions, versionToRelease } from './refusals';

const root = mkdtempSync(join(tmpdir(), 'tradepost-refusals-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const person = [
  '-c',
  'user.name=Ada',
  '-c',
  'user.email=ada@example.com',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'tag.gpgSign=false',
];
const git = (...args: string[]) => execFileSync('git', [...person, ...args], { cwd: root, stdio: 'pipe' });
const write = (file: string, content: object | string) =>
  writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Change');
};
const section = '## [1.2.3] - 2026-05-01\n\n- Doors.\n';

beforeAll(() => {
  git('init', '--quiet');
  write('package.json', { name: 'product', version: '1.2.3' });
  write('package-lock.json', { packages: { '': { name: 'product', version: '1.2.3' } } });
  write('CHANGELOG.md', '## [Unreleased]\n');
  commit();
});

test('a release needs its section in the changelog, and a tree as it was committed', () => {
  expect(() => versionToRelease(root)).toThrow('CHANGELOG.md has no section 1.2.3');
  write('CHANGELOG.md', `## [Unreleased]\n\n${section}`);
  expect(() => versionToRelease(root)).toThrow('CHANGELOG.md');
  commit();
  expect(versionToRelease(root)).toBe('1.2.3');
  write('unknown.txt', 'x');
  expect(() => versionToRelease(root)).toThrow(/Commit or remove these files first:\n\?\? unknown\.txt/);
  rmSync(join(root, 'unknown.txt'));
  expect(() => refuseDirtyTree(root)).not.toThrow();
});

test('a version is released once; its commit may be built again', () => {
  expect(releasedVersions(root)).toEqual([]);
  expect(() => refuseReleased(root, '1.2.3')).not.toThrow();
  git('tag', 'v1.2.3');
  expect(() => refuseReleased(root, '1.2.3')).toThrow('1.2.3 was released already');
  expect(versionToRelease(root)).toBe('1.2.3');
  write('later.txt', 'x');
  commit();
  expect(() => versionToRelease(root)).toThrow('1.2.3 was released from another commit: v1.2.3');
});

test('packages of another version prevent a release', () => {
  write('package.json', { name: 'product', version: '1.2.4' });
  write('CHANGELOG.md', section.replace('1.2.3', '1.2.4'));
  mkdirSync(join(root, 'part'));
  write('part/package.json', { name: 'part', version: '1.2.3' });
  write('package-lock.json', { packages: { '': { name: 'product' }, part: { name: 'part' } } });
  commit();
  expect(() => versionToRelease(root)).toThrow('Not of version 1.2.4: part 1.2.3');
});
