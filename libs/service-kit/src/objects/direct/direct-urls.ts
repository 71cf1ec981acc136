import { AppError } from '@tradepost/contracts/errors';
import type { DirectRanges } from '@tradepost/contracts/storage/direct-ranges';
import { isSafeAddress } from '@tradepost/contracts/values/local-hosts';
import { string } from 'yup';
import { statesRule } from '../../runtime/config';
import { minute } from '../../runtime/durations';
import { assertByteRange, assertObjectKey, type ByteRange } from '../object-store';
import { s3Access } from '../open';
import { presigned } from '../s3-signature';

/** How long an address can be used. A transmission that has begun continues. */
export const directUrlMs = 5 * minute;

const isOrigin = (address: string) => isSafeAddress(address) && new URL(address).origin === address.replace(/\/$/, '');

/** Of a process that gives out addresses of the object store. */
export const directSettings = {
  /** The origin at which clients reach the S3 server of OBJECT_STORE_URL; absent: all bytes pass the gateway. */
  OBJECT_STORE_PUBLIC_URL: string().test(
    statesRule,
    'OBJECT_STORE_PUBLIC_URL must be an origin such as https://s3.example.com; http:// only on this machine',
    (address) => address === undefined || isOrigin(address),
  ),
};

/** What a client sends with `PUT`. Both are signed, so the address accepts nothing else. */
interface DirectContent {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Bytes of an object, from `start` to `end` (exclusive). */
export interface StoredRange {
  objectKey: string;
  start: number;
  end: number;
}

/** The answer for what must be read from the server. */
export const noDirectRanges: DirectRanges = { urls: [], expiresAt: null };

/** A range of an object of this size. @throws AppError RANGE if it is empty or not inside */
export function rangeInside(
  objectKey: string,
  size: number,
  { start, end }: Pick<StoredRange, 'start' | 'end'>,
): StoredRange {
  if (start >= end || end > size) throw new AppError('RANGE');
  return { objectKey, start, end };
}

/**
 * Addresses at which a client reads or writes one object of the store, without the gateway. They bypass encryption at rest: only for what is
 * sealed end to end. A store may ignore the checksum, so compare it when the object is read.
 */
export class DirectUrls {
  readonly #access: { base: string; accessKey: string; secretKey: string; region: string } | null;

  /** @throws Error if the store is a directory, but its public address is given */
  constructor({
    OBJECT_STORE_URL,
    OBJECT_STORE_PUBLIC_URL,
  }: {
    OBJECT_STORE_URL: string;
    OBJECT_STORE_PUBLIC_URL?: string | undefined;
  }) {
    if (!OBJECT_STORE_PUBLIC_URL) {
      this.#access = null;
      return;
    }
    const access = s3Access(OBJECT_STORE_URL);
    if (!access)
      throw new Error(
        'Settings: OBJECT_STORE_PUBLIC_URL needs an S3 server in OBJECT_STORE_URL. See docs/configuration.md.',
      );
    const { accessKey, secretKey, region, bucket } = access;
    this.#access = { base: `${new URL(OBJECT_STORE_PUBLIC_URL).origin}/${bucket}`, accessKey, secretKey, region };
  }

  get areOffered(): boolean {
    return this.#access !== null;
  }

  /** @throws Error where none are offered */
  put(key: string, { size, sha256 }: DirectContent, lifeMs = directUrlMs): string {
    const headers = {
      'content-length': String(size),
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    };
    return this.#sign('PUT', key, headers, lifeMs);
  }

  /** Takes one part of a multipart upload, in the same way. @param md5 lower-case hex @throws Error where none are offered */
  putPart(
    key: string,
    { multipartId, number }: { multipartId: string; number: number },
    { size, md5 }: { size: number; md5: string },
  ): string {
    const headers = { 'content-length': String(size), 'content-md5': Buffer.from(md5, 'hex').toString('base64') };
    const query = new URLSearchParams({ partNumber: String(number), uploadId: multipartId });
    return this.#sign('PUT', key, headers, directUrlMs, query);
  }

  /** Reads these bytes, and no others. @throws Error where none are offered */
  get(key: string, { start, end }: ByteRange, lifeMs: number): string {
    assertByteRange({ start, end });
    return this.#sign('GET', key, { range: `bytes=${start}-${end}` }, lifeMs);
  }

  /** An address for each of these ranges. @throws Error where none are offered */
  ranges(places: readonly StoredRange[], lifeMs = directUrlMs): DirectRanges {
    return {
      urls: places.map(({ objectKey, start, end }) => this.get(objectKey, { start, end: end - 1 }, lifeMs)),
      expiresAt: new Date(Date.now() + lifeMs).toISOString(),
    };
  }

  #sign(
    method: 'PUT' | 'GET',
    key: string,
    headers: Record<string, string>,
    lifeMs: number,
    query = new URLSearchParams(),
  ): string {
    if (!this.#access) throw new Error('the store is not offered to clients');
    assertObjectKey(key);
    const { base, ...access } = this.#access;
    const seconds = Math.floor(lifeMs / 1000);
    const url = `${base}/${key}?${query}`;
    return new URL(presigned({ ...access, method, url, headers, at: new Date(), seconds }), url).href;
  }
}
