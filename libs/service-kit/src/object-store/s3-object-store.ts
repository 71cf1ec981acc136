import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'minio';
import { batches } from './batches';
import {
  assertByteRange,
  assertDeclaredSize,
  assertObjectKey,
  assertObjectPrefix,
  ObjectMissing,
  ObjectStore,
  ObjectStoreFull,
  ObjectStoreUnavailable,
  type ByteRange,
  type ObjectInfo,
  type ObjectSource,
  type PutOptions,
} from './object-store';
import { s3Transport, type S3Transport } from './s3-transport';

/** The least S3 takes for a part but the last, and all that an upload of unknown length holds in memory. */
const PART_BYTES = 5 * 1024 * 1024;
/** The most parts S3 takes: an object of unknown length ends at 50 GB. */
const MAX_PARTS = 10_000;
/** The most S3 takes in one PUT. */
const MAX_SINGLE_PUT_BYTES = 5 * 1024 ** 3;
const STREAM_BATCH_BYTES = 256 * 1024;
/** In no key. Swift takes an empty delimiter, which the client always sends, for one that is in every key. */
const NO_DELIMITER = ',';
const SIGNATURE_SECONDS = 24 * 3600;

const FULL_CODES = new Set(['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded', 'InsufficientStorage']);
const MISSING_CODES = new Set(['NoSuchKey', 'NotFound']);

export interface S3Options {
  /** e.g. `http://object-store:8333`; its scheme says whether TLS is spoken. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region?: string;
}

/** Objects in one bucket of any S3, path style, through the minio client. */
export class S3ObjectStore extends ObjectStore {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #region: string;
  readonly #transport: S3Transport;

  constructor({ endpoint, accessKey, secretKey, bucket, region = 'us-east-1' }: S3Options) {
    super();
    const { hostname, port, protocol } = new URL(endpoint);
    const useSSL = protocol === 'https:';
    this.#bucket = bucket;
    this.#region = region;
    this.#transport = s3Transport(useSSL);
    this.#client = new Client({
      endPoint: hostname,
      port: port ? Number(port) : undefined,
      useSSL,
      accessKey,
      secretKey,
      region,
      transport: this.#transport,
      transportAgent: this.#transport.agent,
      retryOptions: { maximumRetryCount: 3, baseDelayMs: 100, maximumDelayMs: 2_000 },
    });
  }

  async prepare(): Promise<void> {
    if (await onS3(this.#client.bucketExists(this.#bucket))) return;
    await onS3(this.#client.makeBucket(this.#bucket, this.#region));
  }

  async room(): Promise<null> {
    return null;
  }

  async ready(): Promise<void> {
    const exists = await onS3(this.#client.bucketExists(this.#bucket));
    if (!exists) throw new ObjectStoreUnavailable(`no bucket ${this.#bucket}`);
  }

  async put(key: string, source: ObjectSource, options: PutOptions = {}): Promise<{ size: number }> {
    assertObjectKey(key);
    options.signal?.throwIfAborted();
    const size =
      options.size !== undefined && options.size <= MAX_SINGLE_PUT_BYTES
        ? await this.#putStream(key, source, options.size, options)
        : await this.#putParts(key, source, options);
    return { size };
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (!range) return onS3(this.#client.getObject(this.#bucket, key), key);
    assertByteRange(range);
    return onS3(this.#client.getPartialObject(this.#bucket, key, range.start, range.end - range.start + 1), key);
  }

  async stat(key: string): Promise<ObjectInfo | null> {
    assertObjectKey(key);
    try {
      const { size, lastModified } = await onS3(this.#client.statObject(this.#bucket, key), key);
      return { key, size, modifiedAt: lastModified };
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    try {
      await onS3(this.#client.removeObject(this.#bucket, key), key);
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    assertObjectPrefix(prefix);
    try {
      for await (const item of this.#client.listObjectsV2(this.#bucket, prefix, true)) {
        const { name, size, lastModified } = item as { name: string; size: number; lastModified: Date };
        yield { key: name, size, modifiedAt: new Date(lastModified) };
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  async discardUnfinished(begunBefore: Date): Promise<number> {
    let discarded = 0;
    let marker: { key: string; uploadId: string } | undefined = { key: '', uploadId: '' };
    while (marker) {
      const page: Awaited<ReturnType<Client['listIncompleteUploadsQuery']>> = await onS3(
        this.#client.listIncompleteUploadsQuery(this.#bucket, '', marker.key, marker.uploadId, NO_DELIMITER),
      );
      for (const { key, uploadId, initiated } of page.uploads) {
        if (new Date(initiated) >= begunBefore) continue;
        await onS3(this.#client.abortMultipartUpload(this.#bucket, key, uploadId));
        discarded += 1;
      }
      marker = page.isTruncated ? { key: page.nextKeyMarker, uploadId: page.nextUploadIdMarker } : undefined;
    }
    return discarded;
  }

  /** One request whose body flows through; S3 keeps nothing of a request that breaks off. */
  async #putStream(key: string, source: ObjectSource, declared: number, options: PutOptions): Promise<number> {
    const url = new URL(await onS3(this.#client.presignedPutObject(this.#bucket, key, SIGNATURE_SECONDS)));
    const body = new DeclaredBody(source, declared, options.signal);
    let request: ClientRequest | undefined;
    try {
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        request = this.#transport.request(
          {
            method: 'PUT',
            hostname: url.hostname,
            port: url.port,
            path: url.pathname + url.search,
            headers: {
              'Content-Length': declared,
              ...(options.contentType && { 'Content-Type': options.contentType }),
            },
          },
          resolve,
        );
        request.once('error', reject);
      });
      const sent = pipeline(body.bytes(), request!);
      const response = await Promise.race([answered, sent.then(() => answered)]);
      await assertStored(response);
      await sent;
      return declared;
    } catch (error) {
      request?.destroy();
      throw body.failure ?? storeError(error);
    }
  }

  /** Parts through one buffer, used again and again; what fits in it is one plain PUT. */
  async #putParts(key: string, source: ObjectSource, options: PutOptions): Promise<number> {
    const buffer = Buffer.allocUnsafeSlow(Math.max(PART_BYTES, Math.ceil((options.size ?? 0) / MAX_PARTS)));
    const headers = options.contentType ? { 'Content-Type': options.contentType } : {};
    const parts: { part: number; etag: string }[] = [];
    let uploadID: string | undefined;
    let filled = 0;
    let size = 0;

    const sendPart = async () => {
      uploadID ??= await onS3(this.#client.initiateNewMultipartUpload(this.#bucket, key, headers));
      const partNumber = parts.length + 1;
      const target = { bucketName: this.#bucket, objectName: key, uploadID, partNumber, headers: {} };
      parts.push(await onS3(this.#client.uploadPart(target, buffer.subarray(0, filled))));
      filled = 0;
    };

    try {
      for await (const { chunks } of batches(source, STREAM_BATCH_BYTES, options.signal)) {
        for (const chunk of chunks) {
          for (let at = 0; at < chunk.length; ) {
            if (filled === buffer.length) await sendPart();
            const taken = Math.min(chunk.length - at, buffer.length - filled);
            buffer.set(chunk.subarray(at, at + taken), filled);
            filled += taken;
            at += taken;
          }
          size += chunk.length;
        }
      }
      assertDeclaredSize(size, options.size);
      if (!uploadID) {
        await onS3(this.#client.putObject(this.#bucket, key, buffer.subarray(0, filled), filled, headers));
        return size;
      }
      await sendPart();
      options.signal?.throwIfAborted();
      await onS3(this.#client.completeMultipartUpload(this.#bucket, key, uploadID, parts));
      return size;
    } catch (error) {
      // Should this fail too, discardUnfinished finds the upload later; the first error is the one that tells.
      if (uploadID) await this.#client.abortMultipartUpload(this.#bucket, key, uploadID).catch(() => undefined);
      throw error;
    }
  }
}

/** A body of exactly the declared length, which remembers whether it was the source that failed and not the wire. */
class DeclaredBody {
  failure: unknown;

  constructor(
    readonly source: ObjectSource,
    readonly declared: number,
    readonly signal: AbortSignal | undefined,
  ) {}

  async *bytes(): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const batch of batches(this.source, STREAM_BATCH_BYTES, this.signal)) {
        size += batch.size;
        if (size > this.declared) assertDeclaredSize(size, this.declared);
        yield* batch.chunks;
      }
      assertDeclaredSize(size, this.declared);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

async function assertStored(response: IncomingMessage): Promise<void> {
  const text = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode === 200) return;
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1];
  throw Object.assign(new Error(`S3 answered ${response.statusCode} ${code ?? ''}`), { code });
}

async function onS3<T>(operation: Promise<T>, key?: string): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    throw storeError(error, key);
  }
}

function storeError(error: unknown, key?: string): Error {
  if (error instanceof ObjectStoreFull || error instanceof ObjectStoreUnavailable) return error;
  const { code = '' } = error as { code?: string };
  if (key !== undefined && MISSING_CODES.has(code)) return new ObjectMissing(key);
  if (code === 'InvalidRange') return new RangeError('the range starts past the last byte');
  return FULL_CODES.has(code) ? new ObjectStoreFull(error) : new ObjectStoreUnavailable(error);
}
