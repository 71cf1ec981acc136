import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { maxFileBytes } from '@tradepost/contracts/storage';
import { claimedTypeOf } from '@tradepost/reference/file-types';
import { glob, isDynamicPattern } from 'tinyglobby';
import { LocalError, UsageError } from '../exit';

/** Something to upload. */
export interface Source {
  /** As the person named it. */
  path: string;
  /** As Tradepost is to call it. */
  name: string;
  /** Bytes. */
  size: number;
  /** Tells it from others, and from itself before it was changed. */
  mark: string;
  read: () => Promise<Blob>;
}

export const stdin = '-';

/** What the arguments name, each once: paths, patterns, `-`. A pattern that finds nothing is a mistake. @throws UsageError */
export async function pathsOf(args: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const arg of args) {
    // a file may be called like a pattern
    const isFile =
      arg === stdin ||
      !isDynamicPattern(arg) ||
      (await stat(arg).then(
        () => true,
        () => false,
      ));
    const names = isFile ? [arg] : await glob(arg, { onlyFiles: true, dot: false, expandDirectories: false });
    if (names.length === 0) throw new UsageError(`${arg}: no file is called so`);
    found.push(...names.sort());
  }
  return [...new Map(found.map((path) => [path === stdin ? path : resolve(path), path])).values()];
}

/** @param name instead of the file's own @throws LocalError, or of the file system */
export async function sourceOf(path: string, name?: string): Promise<Source> {
  if (path === stdin) return fromStdin(name ?? '');
  const found = await stat(path);
  if (found.isDirectory())
    throw new LocalError(`${path}: is a folder; name its files, like '${path.replace(/\/+$/, '')}/*.csv'`);
  if (!found.isFile()) throw new LocalError(`${path}: is not a file`);
  const called = name ?? basename(path);
  checkSize(path, found.size);
  checkType(path, called);
  const mark = JSON.stringify([resolve(path), called, found.size, found.mtimeMs]);
  const read = async () => {
    const now = await stat(path);
    if (now.size !== found.size || now.mtimeMs !== found.mtimeMs)
      throw new LocalError(`${path}: was changed while it was uploaded`);
    return new Blob([await readFile(path)]);
  };
  return { path, name: called, size: found.size, mark, read };
}

async function fromStdin(name: string): Promise<Source> {
  checkType(stdin, name);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    size += piece.length;
    checkSize(name, size);
    pieces.push(piece);
  }
  const content = new Blob(pieces as Uint8Array<ArrayBuffer>[]);
  return { path: stdin, name, size, mark: JSON.stringify([stdin, name, size]), read: async () => content };
}

function checkSize(path: string, size: number): void {
  if (size > maxFileBytes) throw new LocalError(`${path}: is larger than 50 MiB`);
}

function checkType(path: string, name: string): void {
  if (!claimedTypeOf(name))
    throw new LocalError(
      `${path}: the name ${name} does not end like one of the supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF)`,
    );
}
