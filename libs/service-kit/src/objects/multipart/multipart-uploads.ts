/** A part that the store has. */
export interface MultipartPart {
  /** From 1. */
  number: number;
  /** Bytes. */
  size: number;
  /** Of a part that was sent: its MD5 in lower-case hex, unless the store encrypts it under a key of its owner. */
  etag: string;
}

/** Whether the store has a part as its client has stated it. */
export const isAsStated = (
  found: MultipartPart | undefined,
  { size, md5 }: { size: number; md5?: string | null },
): boolean => found?.size === size && found.etag === md5;

/**
 * Objects that come in parts, one by one and in any order, and are joined by the store. Nothing of them is readable before. The content is stored as it comes:
 * only for what is sealed end to end. Every operation may throw `ObjectStoreUnavailable`.
 */
export abstract class MultipartUploads {
  /** @returns the id of a new one */
  abstract begin(key: string): Promise<string>;

  /** @param range all of them, if absent @returns by number; null if there is no such upload, or no more */
  abstract parts(
    key: string,
    id: string,
    range?: { first: number; last: number },
  ): Promise<Map<number, MultipartPart> | null>;

  /** The store copies an object, which becomes a part. @returns its entity tag @throws ObjectMissing */
  abstract copy(key: string, id: string, number: number, from: string): Promise<string>;

  /** The parts become one object, which appears as a whole. @param parts by number, without a gap */
  abstract complete(key: string, id: string, parts: readonly Pick<MultipartPart, 'number' | 'etag'>[]): Promise<void>;

  /** Size and entity tag of an object that was joined; null if there is none. */
  abstract joined(key: string): Promise<Pick<MultipartPart, 'size' | 'etag'> | null>;

  /** Removes the parts. Ending one that is completed or ended is no error. */
  abstract abort(key: string, id: string): Promise<void>;
}

/** The largest number of a part, as of S3. */
export const mostMultipartParts = 10_000;
