import { createReadStream, createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { partsAtOnce, partBytes, type StoreClientCall } from './store-client-call';

/*
 * A process that sends one file to a store with Amazon's own client (multipart), or reads it back: what a program does that exchanges files in
 * a bucket. The packages `@aws-sdk/client-s3` and `@aws-sdk/lib-storage` are those in `AWS_SDK_FOLDER`.
 */

interface Sdk {
  S3Client: new (settings: object) => { send: (command: object) => Promise<{ Body: Readable }> };
  GetObjectCommand: new (input: object) => object;
  Upload: new (options: object) => { done: () => Promise<unknown> };
}

async function main({ way, storeUrl, path }: StoreClientCall): Promise<void> {
  const load = createRequire(join(process.env.AWS_SDK_FOLDER ?? '', 'package.json'));
  const { S3Client, GetObjectCommand, Upload } = {
    ...load('@aws-sdk/client-s3'),
    ...load('@aws-sdk/lib-storage'),
  } as Sdk;
  const { origin, username, password, pathname } = new URL(storeUrl);
  const client = new S3Client({
    endpoint: origin,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    // Swift knows no CRC32 in trailers
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const object = { Bucket: pathname.slice(1), Key: 'bench/plain' };
  if (way === 'up') {
    const params = { ...object, Body: createReadStream(path) };
    await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
    return;
  }
  const { Body } = await client.send(new GetObjectCommand(object));
  await pipeline(Body, createWriteStream(path));
}

void main(JSON.parse(process.argv[2] ?? '') as StoreClientCall);
