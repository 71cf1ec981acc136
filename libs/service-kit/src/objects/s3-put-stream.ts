import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { batches, type RawSource } from './batches';
import { assertDeclaredSize } from './object-store';
import type { RawPutOptions } from './raw-object-store';
import { storeError } from './s3-errors';
import { presigned } from './s3-signature';
import type { S3Transport } from './s3-transport';

/** User metadata; in lower case, as S3 returns it. */
export const ENVELOPE = 'at-rest';
export const ENVELOPE_HEADER = `x-amz-meta-${ENVELOPE}`;
const SIGNATURE_SECONDS = 24 * 3600;
export const STREAM_BATCH_BYTES = 256 * 1024;

export interface S3Target {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  region: string;
  transport: S3Transport;
  /** Bucket and key, without a leading slash. */
  path: string;
}

/** Streams the body in one request; answers its size in bytes. S3 stores nothing of a request that breaks off. */
export async function putStream(
  { endpoint, transport, path, ...access }: S3Target,
  source: RawSource,
  declared: number,
  options: RawPutOptions,
): Promise<number> {
  const { hostname, port } = new URL(endpoint);
  const headers: Record<string, string> = options.envelope ? { [ENVELOPE_HEADER]: options.envelope } : {};
  const signed = presigned({
    ...access,
    method: 'PUT',
    url: `${endpoint}/${path}`,
    headers,
    at: new Date(),
    seconds: SIGNATURE_SECONDS,
  });
  const body = new DeclaredBody(source, declared, options.signal);
  let request: ClientRequest | undefined;
  try {
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request = transport.request(
        {
          method: 'PUT',
          hostname,
          port,
          path: signed,
          headers: {
            ...headers,
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

/** A body of exactly the declared length. It records whether the source failed, not the connection. */
class DeclaredBody {
  failure: unknown;

  constructor(
    readonly source: RawSource,
    readonly declared: number,
    readonly signal: AbortSignal | undefined,
  ) {}

  async *bytes(): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const batch of batches(this.source, STREAM_BATCH_BYTES, this.signal)) {
        size += batch.size;
        if (size > this.declared) assertDeclaredSize(size, this.declared);
        // each piece would be a write of its own, also the 16 bytes after each encrypted chunk
        yield Buffer.concat(batch.chunks, batch.size);
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
