import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, stat, statfs, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { batches, type Batch } from './batches';
import {
  assertByteRange,
  assertDeclaredSize,
  assertObjectKey,
  assertObjectPrefix,
  isKeySegment,
  ObjectMissing,
  ObjectStore,
  ObjectStoreFull,
  ObjectStoreUnavailable,
  type ByteRange,
  type ObjectInfo,
  type ObjectSource,
  type PutOptions,
} from './object-store';

const PIECE_BYTES = 512 * 1024;
/** No key's segment begins with a dot, so no object can be named like it. */
const INCOMING = '.incoming';

/**
 * Objects as files below one directory of a POSIX file system. Bytes arrive in a temporary file, which is synced and
 * then renamed, and the directory is synced: after a power cut an object is there whole or not at all.
 */
export class DirectoryObjectStore extends ObjectStore {
  readonly #root: string;
  readonly #incoming: string;

  /** @param root made by `prepare`, never by `put`: a volume that is not mounted must not be written beside. */
  constructor(root: string) {
    super();
    this.#root = root;
    this.#incoming = join(root, INCOMING);
  }

  async prepare(): Promise<void> {
    await onDisk(mkdir(this.#incoming, { recursive: true }));
  }

  async ready(): Promise<void> {
    await onDisk(access(this.#incoming, constants.W_OK));
  }

  async room(): Promise<{ size: number; free: number }> {
    const { bsize, blocks, bavail } = await onDisk(statfs(this.#root));
    return { size: bsize * blocks, free: bsize * bavail };
  }

  async put(key: string, source: ObjectSource, options: PutOptions = {}): Promise<{ size: number }> {
    assertObjectKey(key);
    options.signal?.throwIfAborted();
    const temporary = join(this.#incoming, randomUUID());
    const file = await onDisk(open(temporary, 'wx'));
    try {
      const size = await write(file, source, options).finally(() => onDisk(file.close()));
      await this.#publish(temporary, key);
      return { size };
    } catch (error) {
      // Should this fail too, discardUnfinished finds the file later; the first error is the one that tells.
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (range) assertByteRange(range);
    const file = await onDisk(unlessAbsent(open(this.#path(key), 'r')));
    if (!file) throw new ObjectMissing(key);
    try {
      const about = await onDisk(file.stat());
      if (!about.isFile()) throw new ObjectMissing(key);
      const { start, end } = range ?? { start: 0, end: about.size - 1 };
      if (range && start >= about.size) throw new RangeError('the range starts past the last byte');
      const last = Math.min(end, about.size - 1);
      if (last - start >= PIECE_BYTES) {
        return file.createReadStream({ start, end: last, highWaterMark: PIECE_BYTES });
      }
      return await readWhole(file, start, last - start + 1);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async stat(key: string): Promise<ObjectInfo | null> {
    assertObjectKey(key);
    const about = await onDisk(unlessAbsent(stat(this.#path(key))));
    return about?.isFile() ? { key, size: about.size, modifiedAt: about.mtime } : null;
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    await onDisk(unlessAbsent(unlink(this.#path(key))));
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    assertObjectPrefix(prefix);
    const split = prefix.lastIndexOf('/') + 1;
    yield* this.#walk(prefix.slice(0, split), prefix.slice(split));
  }

  async discardUnfinished(begunBefore: Date): Promise<number> {
    let discarded = 0;
    for (const name of await onDisk(readdir(this.#incoming))) {
      const path = join(this.#incoming, name);
      const about = await onDisk(unlessAbsent(stat(path)));
      if (!about || about.mtime >= begunBefore) continue;
      await onDisk(unlessAbsent(unlink(path)));
      discarded += 1;
    }
    return discarded;
  }

  #path(key: string): string {
    return join(this.#root, key);
  }

  async #publish(temporary: string, key: string): Promise<void> {
    const target = this.#path(key);
    const renamed = await onDisk(unlessAbsent(rename(temporary, target).then(() => true)));
    if (renamed) return onDisk(syncDirectory(dirname(target)));

    const firstMade = await onDisk(mkdir(dirname(target), { recursive: true }));
    await onDisk(rename(temporary, target));
    // The file's entry, then the entry of every directory made for it.
    const top = firstMade ? dirname(firstMade) : dirname(target);
    for (let at = dirname(target); at.length >= top.length; at = dirname(at)) await onDisk(syncDirectory(at));
  }

  async *#walk(directory: string, startsWith: string): AsyncIterable<ObjectInfo> {
    const entries = (await onDisk(unlessAbsent(readdir(this.#path(directory), { withFileTypes: true })))) ?? [];
    // A directory sorts as its keys do, so that the whole walk is in key order like an S3 listing.
    const names = entries
      .filter((entry) => entry.name.startsWith(startsWith) && isKeySegment(entry.name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort((a, b) => (a < b ? -1 : 1));
    for (const name of names) {
      const key = directory + name;
      if (name.endsWith('/')) {
        yield* this.#walk(key, '');
        continue;
      }
      const info = await this.stat(key);
      if (info) yield info;
    }
  }
}

async function write(file: FileHandle, source: ObjectSource, { size: declared, signal }: PutOptions): Promise<number> {
  let size = 0;
  let writing = Promise.resolve();
  try {
    // One batch is on its way to the disk while the next is gathered.
    for await (const batch of batches(source, PIECE_BYTES, signal)) {
      await writing;
      size += batch.size;
      if (declared !== undefined && size > declared) break;
      writing = onDisk(writeBatch(file, batch));
      writing.catch(() => undefined); // awaited above or below; Node must not take it for unhandled meanwhile
    }
  } finally {
    await writing;
  }
  assertDeclaredSize(size, declared);
  await onDisk(file.sync());
  signal?.throwIfAborted();
  return size;
}

async function writeBatch(file: FileHandle, { chunks, size }: Batch): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten < size) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

async function readWhole(file: FileHandle, position: number, length: number): Promise<Readable> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await onDisk(file.read(buffer, filled, length - filled, position + filled));
    if (bytesRead === 0) throw new ObjectStoreUnavailable('the file shrank while it was read');
    filled += bytesRead;
  }
  await onDisk(file.close());
  const stream = new Readable({ read: () => undefined });
  stream.push(buffer);
  stream.push(null);
  return stream;
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return; // NTFS cannot open a directory for it, and journals its entries
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function unlessAbsent<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

async function onDisk<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) throw new ObjectStoreFull(error);
    throw new ObjectStoreUnavailable(error);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
