import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { claimedTypeOf } from '@tradepost/reference/file-types';
import { glob, isDynamicPattern } from 'tinyglobby';
import { LocalError, UsageError } from '../exit';

/** A file to upload. */
export interface Source {
  /** As given on the command line. */
  path: string;
  /** Name of the uploaded file. */
  name: string;
  /** Bytes. */
  size: number;
  /** Identifies this state of the file: path, name, size and time of change. */
  mark: string;
  read: () => Promise<Blob>;
}

export const stdin = '-';

/** The files that the arguments name, without duplicates: paths, patterns, `-`. @throws UsageError for a pattern without a match */
export async function pathsOf(args: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const arg of args) {
    // a file name may look like a pattern
    const isFile =
      arg === stdin ||
      !isDynamicPattern(arg) ||
      (await stat(arg).then(
        () => true,
        () => false,
      ));
    const names = isFile ? [arg] : await glob(arg, { onlyFiles: true, dot: false, expandDirectories: false });
    if (names.length === 0) throw new UsageError(`${arg}: no file matches`);
    found.push(...names.sort());
  }
  return [...new Map(found.map((path) => [path === stdin ? path : resolve(path), path])).values()];
}

/** @param name replaces the file's own name @throws LocalError; file system errors */
export async function sourceOf(path: string, name?: string): Promise<Source> {
  if (path === stdin) return fromStdin(name ?? '');
  const found = await stat(path);
  if (found.isDirectory())
    throw new LocalError(`${path}: is a folder; use a pattern, like '${path.replace(/\/+$/, '')}/*.csv'`);
  if (!found.isFile()) throw new LocalError(`${path}: is not a file`);
  const fileName = name ?? basename(path);
  checkSize(path, found.size);
  checkType(path, fileName);
  const mark = JSON.stringify([resolve(path), fileName, found.size, found.mtimeMs]);
  const read = async () => {
    const now = await stat(path);
    if (now.size !== found.size || now.mtimeMs !== found.mtimeMs)
      throw new LocalError(`${path}: was changed during the upload`);
    return new Blob([await readFile(path)]);
  };
  return { path, name: fileName, size: found.size, mark, read };
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
      `${path}: ${name} is not one of the supported formats: PDF, Excel, CSV, Images (JPG, PNG, GIF)`,
    );
}
