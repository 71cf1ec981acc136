import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { pipeline, Transform, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  BodyDamaged,
  bodyKeys,
  bodySize,
  checkCommitment,
  chunkSize,
  contentSize,
  Opener,
  prefixSize,
  saltSize,
  Sealer,
  sealedChunkSize,
  type BodyKeys,
} from '../security/at-rest/body';
import { envelopeOf, wrappedKeyIn } from '../security/at-rest/envelope';
import { KeyUnavailable, WrappedKeyDamaged, type KeyProvider } from '../security/at-rest/key-provider';
import { log } from '../observability/logging';
import { objectsUnreadable } from '../observability/metrics';
import {
  assertByteRange,
  assertDeclaredSize,
  assertObjectKey,
  ObjectDamaged,
  ObjectStore,
  type ByteRange,
  type ListedObject,
  type ObjectInfo,
  type ObjectSource,
  type PutOptions,
} from './object-store';
import type { RawObjectStore } from './raw-object-store';

const BUFFERED_BYTES = 512 * 1024;

/**
 * Encrypts each object under its own data key, which is stored wrapped in the envelope, and decrypts it on reading. The
 * object's key is authenticated, so that no object can replace another. Objects that their owners sealed, and objects
 * from before encryption at rest, have no envelope and are returned unchanged.
 */
export class EncryptedObjectStore extends ObjectStore {
  constructor(
    readonly raw: RawObjectStore,
    readonly keys: KeyProvider,
  ) {
    super();
  }

  prepare(): Promise<void> {
    return this.raw.prepare();
  }

  ready(): Promise<void> {
    return this.raw.ready();
  }

  room(): Promise<{ size: number; free: number } | null> {
    return this.raw.room();
  }

  async put(
    key: string,
    source: ObjectSource,
    { size: declared, sealed, ...options }: PutOptions = {},
  ): Promise<{ size: number }> {
    if (sealed) return this.raw.put(key, source, { ...options, ...(declared !== undefined && { size: declared }) });
    assertObjectKey(key);
    options.signal?.throwIfAborted();
    const dataKey = randomBytes(32);
    const salt = randomBytes(saltSize);
    const body = new SealedSource(source, declared, salt, bodyKeys(dataKey, salt, contextOf(key)));
    const envelope = envelopeOf(await this.keys.wrap(dataKey));
    await this.raw.put(key, body.bytes(), {
      ...options,
      envelope,
      ...(declared !== undefined && { size: bodySize(declared) }),
    });
    return { size: body.size };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return range ? this.#part(key, range) : this.#whole(key);
  }

  async stat(key: string): Promise<ObjectInfo | null> {
    const about = await this.raw.stat(key);
    if (!about) return null;
    const { size, modifiedAt, envelope } = about;
    return { key, size: envelope === null ? size : this.#contentSize(key, size), modifiedAt };
  }

  remove(key: string): Promise<void> {
    return this.raw.remove(key);
  }

  list(prefix: string): AsyncIterable<ListedObject> {
    return this.raw.list(prefix);
  }

  get multipart() {
    return this.raw.multipart;
  }

  discardUnfinished(begunBefore: Date, inUse?: ReadonlySet<string>): Promise<number> {
    return this.raw.discardUnfinished(begunBefore, inUse);
  }

  async #whole(key: string): Promise<Readable> {
    const { stream, size, envelope } = await this.raw.open(key);
    if (envelope === null) return stream;
    try {
      const end = this.#contentSize(key, size);
      const keys = await this.#keysOf(key, envelope, await firstBytes(stream, prefixSize));
      return this.#opened(key, stream, { keys, first: 0, from: 0, end, ends: true });
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  async #part(key: string, range: ByteRange): Promise<Readable> {
    assertByteRange(range);
    const head = await this.raw.open(key, { start: 0, end: prefixSize - 1 });
    const prefix = await buffer(head.stream);
    if (head.envelope === null) return this.raw.get(key, range);
    const size = this.#contentSize(key, head.size);
    if (range.start >= size) throw new RangeError('the range starts past the last byte');
    const keys = await this.#keysOf(key, head.envelope, prefix);
    const end = Math.min(range.end + 1, size);
    const first = Math.floor(range.start / chunkSize);
    const last = Math.floor((end - 1) / chunkSize);
    const span = {
      start: prefixSize + first * sealedChunkSize,
      end: Math.min(prefixSize + (last + 1) * sealedChunkSize, head.size) - 1,
    };
    return this.#opened(key, await this.raw.get(key, span), {
      keys,
      first,
      from: range.start - first * chunkSize,
      end: end - first * chunkSize,
      ends: last === Math.floor(size / chunkSize),
    });
  }

  #opened(key: string, stream: Readable, part: Part): Readable {
    const opening = new Opening(part, (error) => this.#refused(key, error));
    // if one of the two streams fails, the other is destroyed; the reader gets the error from its own stream
    return pipeline(stream, opening, () => undefined);
  }

  async #keysOf(key: string, envelope: string, prefix: Buffer): Promise<BodyKeys> {
    try {
      const keys = bodyKeys(
        await this.keys.unwrap(wrappedKeyIn(envelope)),
        prefix.subarray(0, saltSize),
        contextOf(key),
      );
      checkCommitment(keys, prefix.subarray(saltSize));
      return keys;
    } catch (error) {
      throw this.#refused(key, error);
    }
  }

  #contentSize(key: string, size: number): number {
    try {
      return contentSize(size);
    } catch (error) {
      throw this.#refused(key, error);
    }
  }

  /** Every object that cannot be decrypted is logged and counted for the operator. */
  #refused(key: string, error: unknown): unknown {
    if (error instanceof KeyUnavailable) {
      objectsUnreadable.inc({ reason: 'key' });
      log.error({ err: error, objectKey: key }, 'could not decrypt an object: its key is not available');
      return error;
    }
    if (!(error instanceof BodyDamaged || error instanceof WrappedKeyDamaged)) return error;
    objectsUnreadable.inc({ reason: 'damaged' });
    log.error({ err: error, objectKey: key }, 'an object was changed or damaged in the store');
    return new ObjectDamaged(key, error);
  }
}

const contextOf = (key: string): Buffer => Buffer.from(`tradepost at rest 1\0${key}`);

/** Encrypts a body: salt, commitment, chunks. */
class SealedSource {
  size = 0;

  constructor(
    readonly source: ObjectSource,
    readonly declared: number | undefined,
    readonly salt: Buffer,
    readonly keys: BodyKeys,
  ) {}

  async *bytes(): AsyncGenerator<Buffer[]> {
    const sealer = new Sealer(this.keys);
    yield [this.salt, this.keys.commitment];
    for await (const piece of this.source) {
      this.size += piece.length;
      if (this.size > (this.declared ?? Infinity)) break;
      yield sealer.update(piece);
    }
    assertDeclaredSize(this.size, this.declared);
    yield [sealer.final()];
  }
}

interface Part {
  keys: BodyKeys;
  /** Number of the first chunk to read. */
  first: number;
  /** Where the requested range begins and ends in the decrypted content. */
  from: number;
  end: number;
  /** Whether the last chunk to read is the last of the body. */
  ends: boolean;
}

/** Decrypts chunks: returns the whole requested range, or an error. */
class Opening extends Transform {
  readonly #opener: Opener;
  #at = 0;

  constructor(
    readonly part: Part,
    readonly refused: (error: unknown) => unknown,
  ) {
    super({ readableHighWaterMark: BUFFERED_BYTES, writableHighWaterMark: BUFFERED_BYTES });
    this.#opener = new Opener(part.keys, part.first);
  }

  override _transform(sealed: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#give(() => this.#opener.update(sealed), done);
  }

  override _flush(done: (error?: Error | null) => void): void {
    this.#give(() => {
      const rest = this.part.ends || !this.#opener.atBorder ? this.#opener.final() : Buffer.alloc(0);
      if (this.#at + rest.length < this.part.end) throw new BodyDamaged('chunks are missing');
      return rest;
    }, done);
  }

  #give(open: () => Buffer, done: (error?: Error | null) => void): void {
    try {
      const content = open();
      const { from, end } = this.part;
      const wanted = content.subarray(Math.max(0, from - this.#at), Math.max(0, end - this.#at));
      this.#at += content.length;
      if (wanted.length > 0) this.push(wanted);
      done();
    } catch (error) {
      done(this.refused(error) as Error);
    }
  }
}

/** Reads the first `count` bytes of a stream and leaves the rest in it. */
async function firstBytes(stream: Readable, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = stream.read(count) as Buffer | null;
    if (bytes) return bytes;
    await once(stream, 'readable');
  }
}
