import { array, count, object, text } from '../values/fields';

/** Parts of an upload in one answer. */
export const partsPage = 1_000;

/** A part of an upload that is stored. */
export interface UploadPart {
  /** From 1. */
  number: number;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** What a store needs to join a part with others, and archives to contain it. */
export interface PartSums {
  /** Lower-case hex: S3 compares it with the bytes. */
  md5: string;
  /** CRC-32 of ZIP, an unsigned number. */
  crc32: number;
}

export interface StoredPart extends UploadPart, Partial<{ [Sum in keyof PartSums]: PartSums[Sum] | null }> {
  /** Null: in the multipart upload. */
  objectKey: string | null;
}

/** The stored parts of an upload, a page of at most 1,000. */
export interface UploadParts {
  /** Bytes of the whole upload. */
  length: number;
  /** Bytes of each part; the last one has the rest. */
  partBytes: number;
  parts: UploadPart[];
  /** Where the next page begins; null on the last one. */
  next: number | null;
  /** ISO-8601; null once the upload is committed. */
  expiresAt: string | null;
  /** Whether parts may also go straight to the object store (`directParts`): of a sealed file, where the installation offers it. */
  direct: boolean;
}

/** In the key of a part that its client has sent straight to the object store, between the keys of its upload and its number. */
export const directPartMark = '.direct-';

/** How many parts one call of `directParts` may name. */
export const maxDirectParts = 32;

/** Where parts can be sent, straight to the object store. */
export interface DirectParts {
  /** Those of `stored` that the object store has. */
  stored: number[];
  /** One for each of `wanted`; none where the parts of this upload must be sent to the server. */
  urls: { number: number; url: string }[];
  /** The header that an address wants with the part's checksum in base64; absent: `x-amz-checksum-sha256`. */
  checksum?: 'content-md5';
  /** ISO-8601: how long the addresses accept a part; null without addresses. */
  expiresAt: string | null;
}

/** Parts that their client sends straight to the store. */
export const directParts = () =>
  array(
    object({
      number: count().required(),
      sha256: text(64)
        .matches(/^[0-9a-f]{64}$/, 'Enter a SHA-256 in lower-case hex')
        .required(),
      /** With `crc32`: the store joins the parts of this upload. Clients of earlier releases send neither. */
      md5: text(32).matches(/^[0-9a-f]{32}$/, 'Enter an MD5 in lower-case hex'),
      crc32: count().max(0xffffffff),
    }).required(),
  )
    .default([])
    .max(maxDirectParts);
