import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gt, valid } from 'semver';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
interface Lock extends Manifest {
  packages: Record<string, Manifest>;
}

const lockFile = 'package-lock.json';
/** Files that name the version in images and in commands. */
const inText = ['k8s/images/kustomization.yaml', 'docs/operations.md'];
/** Has the version of the API. */
const ofApi = '@tradepost/contracts';

const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

/** The packages of this repository, by folder, that have the version of the product. */
function ownPackages(root: string): Map<string, Manifest> {
  const { packages } = JSON.parse(read(root, lockFile)) as Lock;
  return new Map(
    Object.entries(packages).filter(([folder, { name }]) => !/(^|\/)node_modules\//.test(folder) && name !== ofApi),
  );
}

/** The packages that have another version than the product, as `name version`. */
export function otherVersions(root: string): string[] {
  const { version } = JSON.parse(read(root, 'package.json')) as Manifest;
  return [...ownPackages(root).keys()]
    .map((folder) => JSON.parse(read(root, join(folder, 'package.json'))) as Manifest)
    .filter((one) => one.version !== version)
    .map((one) => `${one.name} ${one.version}`);
}

/**
 * Gives the product a version: its packages and what refers to them, images, and commands in documents.
 * @param isFirst nothing was released before: the present version may become the released one
 * @throws Error if it is not a version, or not a higher one; then nothing is changed
 */
export function setVersion(root: string, version: string, { isFirst }: { isFirst: boolean }): void {
  const { version: present } = JSON.parse(read(root, 'package.json')) as Manifest;
  if (!valid(version) || valid(version) !== version)
    throw new Error(`${version} is not a version like 1.2.3 (semver.org)`);
  if (!gt(version, present) && !(isFirst && version === present))
    throw new Error(`${version} is not higher than ${present}`);
  const own = ownPackages(root);
  const names = new Set([...own.values()].map(({ name }) => name));
  const raise = (manifest: Manifest) => {
    manifest.version = version;
    for (const list of [manifest.dependencies, manifest.devDependencies])
      for (const name of Object.keys(list ?? {})) if (names.has(name)) list![name] = version;
  };
  const rewrite = <T>(file: string, edit: (content: T) => void) => {
    const content = JSON.parse(read(root, file)) as T;
    edit(content);
    writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
  };
  for (const folder of own.keys()) rewrite<Manifest>(join(folder, 'package.json'), raise);
  rewrite<Lock>(lockFile, (lock) => {
    lock.version = version;
    for (const folder of own.keys()) raise(lock.packages[folder]!);
  });
  for (const file of inText) writeFileSync(join(root, file), read(root, file).replaceAll(present, version));
}
