import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf } from './changelog.policy';
import { otherVersions } from './versions';

const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

export const tagOf = (version: string) => `v${version}`;

/** The versions that have a tag. */
export const releasedVersions = (root: string): string[] =>
  git(root, 'tag', '--list', 'v*')
    .split('\n')
    .filter(Boolean)
    .map((tag) => tag.slice(1));

/** @throws Error that names changed and unknown files: they would be in the release, but not in its tag */
export function refuseDirtyTree(root: string): void {
  const changes = git(root, 'status', '--porcelain');
  if (changes) throw new Error(`Commit or remove these files first:\n${changes}`);
}

/** @throws Error if a version was released already */
export function refuseReleased(root: string, version: string): void {
  if (releasedVersions(root).includes(version)) throw new Error(`${version} was released already: it has a tag`);
}

/** @returns the version of this commit. @throws Error if it is not one that can be released */
export function versionToRelease(root: string): string {
  refuseDirtyTree(root);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const others = otherVersions(root);
  if (others.length > 0) throw new Error(`Not of version ${version}: ${others.join(', ')}`);
  notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  // anyone may build the tagged commit again, and no other under its version
  if (
    releasedVersions(root).includes(version) &&
    git(root, 'rev-parse', `${tagOf(version)}^{commit}`) !== git(root, 'rev-parse', 'HEAD')
  )
    throw new Error(`${version} was released from another commit: ${tagOf(version)}`);
  return version;
}
