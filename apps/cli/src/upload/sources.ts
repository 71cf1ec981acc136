import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { directoryOf, inDirectory } from '@tradepost/contracts/values/file-paths';
import { defaultMaxFileBytes, sizeLimitText, type UploadLimits } from '@tradepost/contracts/values/upload-sizes';
import { defaultFileTypes, formatsText, isAllowedType } from '@tradepost/reference/file-types';
import { glob, isDynamicPattern } from 'tinyglobby';
import { LocalError, UsageError } from '../exit';
import { contentOf } from './file-content';

/** A file to upload. */
export interface Source {
  /** As given on the command line. */
  path: string;
  /** Name of the uploaded file. */
  name: string;
  /** Where it is put in the folder; empty for the top level. */
  directory: string;
  /** Bytes. */
  size: number;
  /** Identifies this state of the file: path, name, size and time of change. */
  mark: string;
  /** Identifies its content, as far as the file system tells; absent for standard input. */
  state?: string;
  /** The content, which is read from the disk each time. @throws LocalError if it was changed */
  read: () => Promise<Blob>;
}

/** What a server accepts that does not say otherwise. */
export const defaultUploadLimits: UploadLimits = { maxFileBytes: defaultMaxFileBytes, fileTypes: defaultFileTypes };

export const stdin = '-';

/** A file that the arguments name, and where it is put in the folder. */
export type NamedFile = Pick<Source, 'path' | 'directory'>;

/**
 * The files that the arguments name, without duplicates: paths, directories, patterns, `-`.
 * @throws UsageError for a pattern without a match, and for a directory without files
 */
export async function filesNamedBy(args: readonly string[]): Promise<NamedFile[]> {
  const found: NamedFile[] = [];
  for (const arg of args) {
    // a file name may look like a pattern
    const known = arg === stdin ? undefined : await stat(arg).catch(() => undefined);
    if (known?.isDirectory()) {
      found.push(...(await filesBelow(arg)));
      continue;
    }
    const isFile = arg === stdin || known !== undefined || !isDynamicPattern(arg);
    const names = isFile ? [arg] : await glob(arg, { onlyFiles: true, dot: false, expandDirectories: false });
    if (names.length === 0) throw new UsageError(`${arg}: no file matches`);
    found.push(...names.sort().map((path) => ({ path, directory: '' })));
  }
  return [...new Map(found.map((named) => [named.path === stdin ? stdin : resolve(named.path), named])).values()];
}

/** All files of a directory, without hidden ones and without following links. Its own name is part of the tree, except for `.` and `dir/.`. */
async function filesBelow(arg: string): Promise<NamedFile[]> {
  const top = /(^|[\\/])\.{1,2}[\\/]*$/.test(arg) ? '' : basename(resolve(arg));
  const names = await glob('**/*', { cwd: arg, onlyFiles: true, dot: false, followSymbolicLinks: false });
  if (names.length === 0) throw new UsageError(`${arg}: has no files`);
  return names.sort().map((name) => ({ path: join(arg, name), directory: directoryOf(inDirectory(top, name)) }));
}

/** @param name replaces the file's own name @throws LocalError; file system errors */
export async function sourceOf({ path, directory }: NamedFile, limits: UploadLimits, name?: string): Promise<Source> {
  if (path === stdin) return fromStdin(name ?? '', limits);
  const found = await stat(path);
  if (!found.isFile()) throw new LocalError(`${path}: is not a file`);
  const fileName = name ?? basename(path);
  checkSize(path, found.size, limits);
  checkType(path, fileName, limits);
  const mark = JSON.stringify([resolve(path), inDirectory(directory, fileName), found.size, found.mtimeMs]);
  const read = async () => {
    const now = await stat(path);
    // a program can set the time of the last change of the content, but not that of the last change at all
    if (now.size !== found.size || now.mtimeMs !== found.mtimeMs || now.ctimeMs !== found.ctimeMs)
      throw changedDuringUpload(path);
    return contentOf(path, found.size);
  };
  const state = JSON.stringify([resolve(path), found.size, found.mtimeMs, found.ctimeMs]);
  return { path, name: fileName, directory, size: found.size, mark, state, read };
}

export const changedDuringUpload = (path: string): LocalError =>
  new LocalError(`${path}: was changed during the upload`);

/** Standard input is stored until this process ends: it can be read only once, and may be larger than the memory. */
async function fromStdin(name: string, limits: UploadLimits): Promise<Source> {
  checkType(stdin, name, limits);
  const folder = await mkdtemp(join(tmpdir(), 'tradepost-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'stdin');
  let size = 0;
  await pipeline(
    process.stdin,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        size += piece.length;
        checkSize(name, size, limits);
        yield piece;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  const mark = JSON.stringify([stdin, name, size]);
  return { path: stdin, name, directory: '', size, mark, read: () => contentOf(path, size) };
}

function checkSize(path: string, size: number, { maxFileBytes }: UploadLimits): void {
  if (size > maxFileBytes) throw new LocalError(`${path}: is larger than ${sizeLimitText(maxFileBytes)}`);
}

function checkType(path: string, name: string, { fileTypes }: UploadLimits): void {
  if (!isAllowedType(name, fileTypes))
    throw new LocalError(`${path}: ${name} is not one of the supported formats: ${formatsText(fileTypes)}`);
}
