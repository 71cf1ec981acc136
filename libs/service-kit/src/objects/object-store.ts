import type { Readable } from 'node:stream';
import type { MultipartUploads } from './multipart/multipart-uploads';

/** Bytes to store: any Node `Readable`, or `meter(readable).stream`. Consumed once, piece by piece. */
export type ObjectSource = AsyncIterable<Uint8Array>;

/** Byte positions counted from 0, both included, as in an HTTP `Range`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface PutOptions {
  /** Exact length in bytes when known; a source of any other length is refused. Lets S3 stream without parts. */
  size?: number;
  /** MIME type, held by stores that support it. The gateway decides which type is served. */
  contentType?: string;
  /** Aborting makes `put` reject with the signal's reason and leave nothing behind. */
  signal?: AbortSignal;
  /** Already sealed end to end by its owner, so stored unchanged. Everything else is encrypted at rest. */
  sealed?: boolean;
}

export interface ObjectInfo {
  key: string;
  /** Bytes of its content. */
  size: number;
  modifiedAt: Date;
}

/** An object in a listing. Its size needs a `stat`. */
export type ListedObject = Pick<ObjectInfo, 'key' | 'modifiedAt'>;

/** There is no object with this key. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(readonly key: string) {
    super(`no object ${key}`);
  }
}

/** The store cannot be reached, refuses access or sends an invalid response; a later retry may help. */
export class ObjectStoreUnavailable extends Error {
  override readonly name = 'ObjectStoreUnavailable';

  constructor(cause: unknown) {
    super('the object store is unavailable', { cause });
  }
}

/** The stored object was changed, truncated, or swapped with another object. No wrong byte was returned. */
export class ObjectDamaged extends Error {
  override readonly name = 'ObjectDamaged';

  constructor(
    readonly key: string,
    cause: unknown,
  ) {
    super(`the object ${key} is not what was stored`, { cause });
  }
}

/** The store is full; nothing of the object was stored. */
export class ObjectStoreFull extends Error {
  override readonly name = 'ObjectStoreFull';

  constructor(cause: unknown) {
    super('the object store is full', { cause });
  }
}

/**
 * Stores file bytes in an S3 bucket or a directory, with the same behaviour (one contract test runs on both).
 * An abstract class so that it is its own injection token.
 *
 * Keys are ids joined by `/`, e.g. `owner/folder/file` (see `assertObjectKey`); names of users never reach a key.
 * Every operation may throw `ObjectStoreUnavailable`; a malformed key throws `TypeError` before the store is touched.
 * No operation holds more of an object in memory than a bounded piece of it.
 */
export abstract class ObjectStore {
  /** Creates the bucket or directory if it is absent. Idempotent; runs in the migration step, not in requests. */
  abstract prepare(): Promise<void>;

  /** For readiness probes. @throws ObjectStoreUnavailable when the store does not accept requests */
  abstract ready(): Promise<void>;

  /** Total and free bytes of its disk; null for a store that reports them elsewhere. */
  abstract room(): Promise<{ size: number; free: number } | null>;

  /**
   * Stores the whole source under the key, replacing what was there. The object appears complete and durable, or not at
   * all: a source that fails, ends early or is aborted leaves the previous state (its own error is what is thrown).
   * @returns the bytes stored
   * @throws ObjectStoreFull
   */
  abstract put(key: string, source: ObjectSource, options?: PutOptions): Promise<{ size: number }>;

  /**
   * The object's bytes, or the part named by the range; an end past the last byte is cut to it.
   * @throws ObjectMissing before any byte
   * @throws ObjectDamaged also while it is read, KeyUnavailable
   * @throws RangeError when the range is reversed or starts past the last byte
   */
  abstract get(key: string, range?: ByteRange): Promise<Readable>;

  /** Size and time, or null when there is no such object. */
  abstract stat(key: string): Promise<ObjectInfo | null>;

  /** Removes the object; removing what is not there is no error. */
  abstract remove(key: string): Promise<void>;

  /** Every object with a key that starts with the prefix, in key order. An empty prefix lists all. */
  abstract list(prefix: string): AsyncIterable<ListedObject>;

  /** Null for a store that cannot join parts itself. */
  abstract get multipart(): MultipartUploads | null;

  /**
   * Discards temporary files and parts of unfinished puts that began before that time (their process was killed).
   * @param inUse ids of multipart uploads that continue @returns how many were discarded
   */
  abstract discardUnfinished(begunBefore: Date, inUse?: ReadonlySet<string>): Promise<number>;
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/;
const MAX_KEY_LENGTH = 1024; // S3's own limit, in bytes

/** Whether a name can be a segment of a key. */
export function isKeySegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** Refuses with `TypeError` a key that is not segments of `[A-Za-z0-9._-]` joined by `/`; none may begin with a dot. */
export function assertObjectKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !key.split('/').every(isKeySegment)) {
    throw new TypeError('malformed object key');
  }
}

/** Refuses with `RangeError` a range that is not two whole numbers from 0 upwards in order. */
export function assertByteRange({ start, end }: ByteRange): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError('malformed byte range');
  }
}

/** Refuses with `TypeError` a prefix no key could start with. The last segment may be cut anywhere, or be empty. */
export function assertObjectPrefix(prefix: string): void {
  if (prefix !== '') assertObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

/** Refuses a source that gave more or fewer bytes than it declared. */
export function assertDeclaredSize(size: number, declared: number | undefined): void {
  if (declared !== undefined && size !== declared) {
    throw new Error(`the source has ${size} bytes instead of the declared ${declared}`);
  }
}
