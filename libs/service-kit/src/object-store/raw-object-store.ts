import type { Readable } from 'node:stream';
import { ObjectStore, type ByteRange, type ObjectInfo, type ObjectSource, type PutOptions } from './object-store';

/** What is kept beside an object's bytes and can be changed without touching them: at most 450 printable ASCII characters. */
export interface Enveloped {
  envelope: string | null;
}

/** An object as it lies in the store. */
export interface RawObject extends Enveloped {
  /** The whole of it, or the part that was asked for. */
  stream: Readable;
  /** Bytes of the whole. */
  size: number;
}

export interface RawPutOptions extends PutOptions {
  envelope?: string;
}

/** Bytes as they lie in a bucket or directory, and the envelope of each object. What encrypts stands before it. */
export abstract class RawObjectStore extends ObjectStore {
  abstract override put(key: string, source: ObjectSource, options?: RawPutOptions): Promise<{ size: number }>;

  /** As `get`, with the envelope, in the one call. */
  abstract open(key: string, range?: ByteRange): Promise<RawObject>;

  abstract override stat(key: string): Promise<(ObjectInfo & Enveloped) | null>;

  /**
   * Puts one envelope in the place of another, durably, while the object may be read.
   * @returns false when `from` is no longer its envelope, or there is no such object
   */
  abstract changeEnvelope(key: string, from: string, to: string): Promise<boolean>;

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return (await this.open(key, range)).stream;
  }
}

const ENVELOPE = /^[\x21-\x7e]{1,450}$/;

/** Refuses with `TypeError` what has no room beside an object. */
export function assertEnvelope(envelope: string | undefined): void {
  if (envelope !== undefined && !ENVELOPE.test(envelope)) throw new TypeError('malformed envelope');
}
