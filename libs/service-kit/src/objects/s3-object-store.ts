import type { IncomingMessage } from 'node:http';
import { Client, CopyDestinationOptions, CopySourceOptions } from 'minio';
import { batches, type RawSource } from './batches';
import { mostMultipartParts } from './multipart/multipart-uploads';
import { S3MultipartUploads } from './multipart/s3-multipart-uploads';
import {
  assertByteRange,
  assertDeclaredSize,
  assertObjectKey,
  assertObjectPrefix,
  ObjectMissing,
  ObjectStoreUnavailable,
  type ByteRange,
  type ListedObject,
  type ObjectInfo,
} from './object-store';
import { assertEnvelope, RawObjectStore, type Enveloped, type RawObject, type RawPutOptions } from './raw-object-store';
import { onS3, storeError, unlessGone, unlessMissing } from './s3-errors';
import { ENVELOPE, ENVELOPE_HEADER, putStream, STREAM_BATCH_BYTES, type S3Target } from './s3-put-stream';
import { defaultRegion } from './s3-signature';
import { s3Transport, type S3Transport } from './s3-transport';

/** The smallest part that S3 accepts, except for the last. An upload of unknown length holds one part in memory, and is limited to 50 GB. */
const PART_BYTES = 5 * 1024 * 1024;
/** The largest PUT or copy in one request. */
const MAX_SINGLE_PUT_BYTES = 5 * 1024 ** 3;
const COPY_PART_BYTES = 1024 ** 3;
/** A character that occurs in no key. The client always sends a delimiter, and Swift matches an empty one in every key. */
const NO_DELIMITER = ',';

export interface S3Options {
  /** e.g. `http://object-store:8333`; the scheme decides about TLS. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region?: string;
}

/** Objects in one bucket of any S3, path style, through the minio client; envelopes are user metadata. */
export class S3ObjectStore extends RawObjectStore {
  override readonly multipart: S3MultipartUploads;
  readonly #client: Client;
  readonly #bucket: string;
  readonly #region: string;
  readonly #transport: S3Transport;
  readonly #access: Pick<S3Options, 'endpoint' | 'accessKey' | 'secretKey'>;

  constructor({ endpoint, accessKey, secretKey, bucket, region = defaultRegion }: S3Options) {
    super();
    const { hostname, port, protocol } = new URL(endpoint);
    const useSSL = protocol === 'https:';
    this.#bucket = bucket;
    this.#region = region;
    this.#access = { endpoint: endpoint.replace(/\/$/, ''), accessKey, secretKey };
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
    this.multipart = new S3MultipartUploads(this.#client, bucket);
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

  async put(key: string, source: RawSource, options: RawPutOptions = {}): Promise<{ size: number }> {
    assertObjectKey(key);
    assertEnvelope(options.envelope);
    options.signal?.throwIfAborted();
    const size =
      options.size !== undefined && options.size <= MAX_SINGLE_PUT_BYTES
        ? await putStream(this.#target(key), source, options.size, options)
        : await this.#putParts(key, source, options);
    await this.#assertStored(key, size, options.envelope ?? null);
    return { size };
  }

  async open(key: string, range?: ByteRange): Promise<RawObject> {
    assertObjectKey(key);
    if (range) assertByteRange(range);
    const stream = await onS3(
      range
        ? this.#client.getPartialObject(this.#bucket, key, range.start, range.end - range.start + 1)
        : this.#client.getObject(this.#bucket, key),
      key,
    );
    // the client returns the response itself; its type is too narrow
    const { headers } = stream as IncomingMessage;
    const size = Number(headers['content-range']?.split('/')[1] ?? headers['content-length']);
    if (!Number.isSafeInteger(size)) throw new ObjectStoreUnavailable('S3 did not say how long the object is');
    return { stream, size, envelope: (headers[ENVELOPE_HEADER] as string | undefined) ?? null };
  }

  async stat(key: string): Promise<(ObjectInfo & Enveloped) | null> {
    assertObjectKey(key);
    const { size, lastModified, metaData } = (await this.#about(key)) ?? {};
    return size === undefined
      ? null
      : { key, size, modifiedAt: lastModified as Date, envelope: (metaData?.[ENVELOPE] as string | undefined) ?? null };
  }

  /** The store copies the object onto itself; no bytes are transferred. */
  async changeEnvelope(key: string, from: string, to: string): Promise<boolean> {
    assertObjectKey(key);
    assertEnvelope(to);
    const about = await this.#about(key);
    if (!about || about.metaData[ENVELOPE] !== from) return false;
    const { size, etag, metaData } = about;
    const headers = {
      [ENVELOPE_HEADER]: to,
      ...(metaData['content-type'] && { 'Content-Type': metaData['content-type'] as string }),
    };
    try {
      await (size > MAX_SINGLE_PUT_BYTES
        ? this.#copyParts(key, { size, etag, headers })
        : this.#copy(key, { etag, headers }));
      return true;
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (error instanceof ObjectMissing || code === 'PreconditionFailed') return false;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertObjectKey(key);
    await unlessMissing(this.#client.removeObject(this.#bucket, key), key);
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    assertObjectPrefix(prefix);
    try {
      for await (const item of this.#client.listObjectsV2(this.#bucket, prefix, true)) {
        const { name, lastModified } = item as { name: string; lastModified: Date };
        yield { key: name, modifiedAt: new Date(lastModified) };
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  async discardUnfinished(begunBefore: Date, inUse: ReadonlySet<string> = new Set()): Promise<number> {
    let discarded = 0;
    let marker: { key: string; uploadId: string } | undefined = { key: '', uploadId: '' };
    while (marker) {
      const page: Awaited<ReturnType<Client['listIncompleteUploadsQuery']>> = await onS3(
        this.#client.listIncompleteUploadsQuery(this.#bucket, '', marker.key, marker.uploadId, NO_DELIMITER),
      );
      for (const { key, uploadId, initiated } of page.uploads) {
        if (new Date(initiated) >= begunBefore || inUse.has(uploadId)) continue;
        // it may have just ended
        await unlessGone(this.#client.abortMultipartUpload(this.#bucket, key, uploadId));
        discarded += 1;
      }
      marker = page.isTruncated ? { key: page.nextKeyMarker, uploadId: page.nextUploadIdMarker } : undefined;
    }
    return discarded;
  }

  #target(key: string): S3Target {
    return { ...this.#access, region: this.#region, transport: this.#transport, path: `${this.#bucket}/${key}` };
  }

  #about(key: string) {
    return unlessMissing(this.#client.statObject(this.#bucket, key), key);
  }

  /** A store that answered 200 may have lost the object, and an acknowledged file must be there. */
  async #assertStored(key: string, size: number, envelope: string | null): Promise<void> {
    const stored = await this.stat(key);
    if (stored?.size === size && stored.envelope === envelope) return;
    throw new ObjectStoreUnavailable(`S3 accepted the object ${key} and did not keep it`);
  }

  #copy(key: string, { etag, headers }: { etag: string; headers: Record<string, string> }) {
    const source = new CopySourceOptions({ Bucket: this.#bucket, Object: key, MatchETag: etag });
    return onS3(
      this.#client.copyObject(
        source,
        new CopyDestinationOptions({
          Bucket: this.#bucket,
          Object: key,
          MetadataDirective: 'REPLACE',
          Headers: headers,
        }),
      ),
      key,
    );
  }

  async #copyParts(
    key: string,
    { size, etag, headers }: { size: number; etag: string; headers: Record<string, string> },
  ): Promise<void> {
    const uploadID = await onS3(this.#client.initiateNewMultipartUpload(this.#bucket, key, headers));
    try {
      const parts: { part: number; etag: string }[] = [];
      const partBytes = Math.max(COPY_PART_BYTES, Math.ceil(size / mostMultipartParts));
      for (let at = 0; at < size; at += partBytes) {
        const copied = {
          'x-amz-copy-source': `/${this.#bucket}/${key}`,
          'x-amz-copy-source-if-match': etag,
          'x-amz-copy-source-range': `bytes=${at}-${Math.min(at + partBytes, size) - 1}`,
        };
        parts.push(
          await onS3(
            this.#client.uploadPart({
              bucketName: this.#bucket,
              objectName: key,
              uploadID,
              partNumber: parts.length + 1,
              headers: copied,
            }),
            key,
          ),
        );
      }
      await onS3(this.#client.completeMultipartUpload(this.#bucket, key, uploadID, parts));
    } catch (error) {
      await this.#client.abortMultipartUpload(this.#bucket, key, uploadID).catch(() => undefined); // as in #putParts
      throw error;
    }
  }

  /** Uploads parts from one reused buffer. Content that fits in the buffer is one plain PUT. */
  async #putParts(key: string, source: RawSource, options: RawPutOptions): Promise<number> {
    const buffer = Buffer.allocUnsafeSlow(Math.max(PART_BYTES, Math.ceil((options.size ?? 0) / mostMultipartParts)));
    const headers = {
      ...(options.contentType && { 'Content-Type': options.contentType }),
      ...(options.envelope && { [ENVELOPE_HEADER]: options.envelope }),
    };
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
          for (let at = 0; at < chunk.length;) {
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
      // If this fails too, discardUnfinished finds the upload later; the first error is the useful one.
      if (uploadID) await this.#client.abortMultipartUpload(this.#bucket, key, uploadID).catch(() => undefined);
      throw error;
    }
  }
}
