import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, stat, statfs, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { batches, type RawSource } from './batches';
import {
  assertByteRange,
  assertDeclaredSize,
  assertObjectKey,
  assertObjectPrefix,
  isKeySegment,
  ObjectDamaged,
  ObjectMissing,
  ObjectStoreFull,
  ObjectStoreUnavailable,
  type ByteRange,
  type ListedObject,
  type ObjectInfo,
} from './object-store';
import { DirectorySyncs } from './directory-syncs';
import { beginsLikeBlock, BLOCK_BYTES, newBlock, nextSlot, readBlock, type Block } from './envelope-block';
import { assertEnvelope, RawObjectStore, type Enveloped, type RawObject, type RawPutOptions } from './raw-object-store';

const PIECE_BYTES = 512 * 1024;
/** Files leave this much of their disk free, because PostgreSQL stops when it cannot write its log. */
const reserveOf = (diskBytes: number) => Math.min(diskBytes / 50, 1024 ** 3);
/** No segment of a key begins with a dot, so no object can have this name. */
const INCOMING = '.incoming';

/**
 * Objects as files below one directory of a POSIX file system. Bytes are written to a temporary file, which is synced and
 * then renamed, and the directory is synced: after a power cut an object is complete or absent. An
 * envelope is stored in a block at the head of the file.
 */
export class DirectoryObjectStore extends RawObjectStore {
  readonly #root: string;
  readonly #incoming: string;
  readonly #syncs = new DirectorySyncs();

  /** @param root created by `prepare`, never by `put`: without its mount, files would land on the wrong volume. */
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

  async put(key: string, source: RawSource, options: RawPutOptions = {}): Promise<{ size: number }> {
    assertObjectKey(key);
    assertEnvelope(options.envelope);
    options.signal?.throwIfAborted();
    await this.#assertRoom(options.size ?? 0);
    const temporary = join(this.#incoming, randomUUID());
    const file = await onDisk(open(temporary, 'wx'));
    try {
      const size = await write(file, source, options).finally(() => onDisk(file.close()));
      await this.#publish(temporary, key);
      return { size };
    } catch (error) {
      // If this fails too, discardUnfinished finds the file later; the first error is the useful one.
      await unlink(temporary).catch(() => undefined);
      throw error;
    }
  }

  async open(key: string, range?: ByteRange): Promise<RawObject> {
    assertObjectKey(key);
    if (range) assertByteRange(range);
    const file = await this.#open(key, 'r');
    if (!file) throw new ObjectMissing(key);
    try {
      const about = await onDisk(file.stat());
      if (!about.isFile()) throw new ObjectMissing(key);
      // a small file is read in one call, with its head
      const small = about.size <= PIECE_BYTES + BLOCK_BYTES;
      const head = await readExactly(file, 0, small ? about.size : BLOCK_BYTES);
      const block = blockIn(head, key);
      const before = block ? BLOCK_BYTES : 0;
      const size = about.size - before;
      if (range && range.start >= size) throw new RangeError('the range starts past the last byte');
      const start = before + (range?.start ?? 0);
      const end = before + Math.min(range?.end ?? Infinity, size - 1);
      const found = { size, envelope: block?.envelope || null };
      if (!small && end - start >= PIECE_BYTES)
        return { ...found, stream: file.createReadStream({ start, end, highWaterMark: PIECE_BYTES }) };
      const bytes = small ? head.subarray(start, end + 1) : await readExactly(file, start, end - start + 1);
      await onDisk(file.close());
      return { ...found, stream: streamOf(bytes) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async stat(key: string): Promise<(ObjectInfo & Enveloped) | null> {
    assertObjectKey(key);
    const file = await this.#open(key, 'r');
    if (!file) return null;
    try {
      const about = await onDisk(file.stat());
      if (!about.isFile()) return null;
      const block = await this.#block(file, key);
      return {
        key,
        size: about.size - (block ? BLOCK_BYTES : 0),
        modifiedAt: about.mtime,
        envelope: block?.envelope || null,
      };
    } finally {
      await file.close();
    }
  }

  async changeEnvelope(key: string, from: string, to: string): Promise<boolean> {
    assertObjectKey(key);
    assertEnvelope(to);
    const file = await this.#open(key, 'r+');
    if (!file) return false;
    try {
      const block = await this.#block(file, key);
      if (block?.envelope !== from) return false;
      const { bytes, at } = nextSlot(block, to);
      await onDisk(file.write(bytes, 0, bytes.length, at));
      await onDisk(file.sync());
      return true;
    } finally {
      await file.close();
    }
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    await onDisk(unlessAbsent(unlink(this.#path(key))));
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    assertObjectPrefix(prefix);
    const split = prefix.lastIndexOf('/') + 1;
    yield* this.#walk(prefix.slice(0, split), prefix.slice(split));
  }

  readonly multipart = null;

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

  async #assertRoom(bytes: number): Promise<void> {
    const { size, free } = await this.room();
    if (free - bytes < reserveOf(size)) throw new ObjectStoreFull(`only ${free} of ${size} bytes of its disk are free`);
  }

  #path(key: string): string {
    return join(this.#root, key);
  }

  #open(key: string, flags: 'r' | 'r+'): Promise<FileHandle | undefined> {
    return onDisk(unlessAbsent(open(this.#path(key), flags)));
  }

  async #block(file: FileHandle, key: string): Promise<Block | null> {
    const head = Buffer.alloc(BLOCK_BYTES);
    const { bytesRead } = await onDisk(file.read(head, 0, BLOCK_BYTES, 0));
    return blockIn(head.subarray(0, bytesRead), key);
  }

  async #publish(temporary: string, key: string): Promise<void> {
    const target = this.#path(key);
    const renamed = await onDisk(unlessAbsent(rename(temporary, target).then(() => true)));
    if (renamed) return onDisk(this.#syncs.sync(dirname(target)));

    const firstMade = await onDisk(mkdir(dirname(target), { recursive: true }));
    await onDisk(rename(temporary, target));
    // The file's entry, then the entry of every directory made for it.
    const top = firstMade ? dirname(firstMade) : dirname(target);
    for (let at = dirname(target); at.length >= top.length; at = dirname(at)) await onDisk(this.#syncs.sync(at));
  }

  async *#walk(directory: string, startsWith: string): AsyncIterable<ListedObject> {
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
      const about = await onDisk(unlessAbsent(stat(this.#path(key))));
      if (about?.isFile()) yield { key, modifiedAt: about.mtime };
    }
  }
}

function blockIn(head: Buffer, key: string): Block | null {
  if (!beginsLikeBlock(head)) return null;
  const block = readBlock(head);
  if (!block) throw new ObjectDamaged(key, new Error('both slots of its header are damaged'));
  return block;
}

async function write(
  file: FileHandle,
  source: RawSource,
  { size: declared, signal, envelope }: RawPutOptions,
): Promise<number> {
  let size = 0;
  let writing = Promise.resolve();
  // What is written with the first batch: a small file is one write.
  let before = envelope ? [newBlock(envelope)] : [];
  try {
    // One batch is written to the disk while the next is gathered.
    for await (const { chunks, size: bytes } of batches(source, PIECE_BYTES, signal)) {
      await writing;
      if (size === 0 && !envelope && beginsLikeBlock(Buffer.concat(chunks, BLOCK_BYTES))) before = [newBlock('')];
      size += bytes;
      if (declared !== undefined && size > declared) break;
      writing = onDisk(writeAll(file, [...before, ...chunks]));
      before = [];
      writing.catch(() => undefined); // awaited above or below; until then Node must not report it as unhandled
    }
  } finally {
    await writing;
  }
  assertDeclaredSize(size, declared);
  if (before.length > 0) await onDisk(writeAll(file, before));
  await onDisk(file.sync());
  signal?.throwIfAborted();
  return size;
}

async function writeAll(file: FileHandle, chunks: Uint8Array[]): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < size) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await onDisk(file.read(buffer, filled, length - filled, position + filled));
    if (bytesRead === 0) throw new ObjectStoreUnavailable('the file shrank while it was read');
    filled += bytesRead;
  }
  return buffer;
}

function streamOf(bytes: Buffer): Readable {
  const stream = new Readable({ read: () => undefined });
  stream.push(bytes);
  stream.push(null);
  return stream;
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
