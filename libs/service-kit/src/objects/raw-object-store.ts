import type { Readable } from 'node:stream';
import type { RawSource } from './batches';
import { ObjectStore, type ByteRange, type ObjectInfo, type PutOptions } from './object-store';

/** Metadata stored with an object, which can change without rewriting its bytes: at most 450 printable ASCII characters. */
export interface Enveloped {
  envelope: string | null;
}

/** An object as it is stored. */
export interface RawObject extends Enveloped {
  /** The whole object, or the requested part. */
  stream: Readable;
  /** Size of the whole object in bytes. */
  size: number;
}

export interface RawPutOptions extends PutOptions {
  envelope?: string;
}

/** The stored bytes in a bucket or directory, and the envelope of each object. Encryption is a layer above. */
export abstract class RawObjectStore extends ObjectStore {
  abstract override put(key: string, source: RawSource, options?: RawPutOptions): Promise<{ size: number }>;

  /** As `get`, with the envelope, in one call. */
  abstract open(key: string, range?: ByteRange): Promise<RawObject>;

  abstract override stat(key: string): Promise<(ObjectInfo & Enveloped) | null>;

  /**
   * Replaces the envelope durably. The object stays readable.
   * @returns false when `from` is no longer its envelope, or there is no such object
   */
  abstract changeEnvelope(key: string, from: string, to: string): Promise<boolean>;

  async get(key: string, range?: ByteRange): Promise<Readable> {
    return (await this.open(key, range)).stream;
  }
}

const ENVELOPE = /^[\x21-\x7e]{1,450}$/;

/** @throws TypeError for an envelope that does not fit the metadata of an object */
export function assertEnvelope(envelope: string | undefined): void {
  if (envelope !== undefined && !ENVELOPE.test(envelope)) throw new TypeError('malformed envelope');
}
