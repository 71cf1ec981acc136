import { text } from 'node:stream/consumers';
import type { Client } from 'minio';
import { assertObjectKey } from '../object-store';
import { onS3, unlessGone, unlessMissing } from '../s3-errors';
import { mostMultipartParts, MultipartUploads, type MultipartPart } from './multipart-uploads';

/** The most parts that S3 lists in one answer. */
const partsInAnswer = 1_000;

/** Multipart uploads of one bucket. */
export class S3MultipartUploads extends MultipartUploads {
  constructor(
    private readonly client: Client,
    private readonly bucket: string,
  ) {
    super();
  }

  begin(key: string): Promise<string> {
    assertObjectKey(key);
    return onS3(this.client.initiateNewMultipartUpload(this.bucket, key, {}));
  }

  async parts(
    key: string,
    id: string,
    { first, last }: { first: number; last: number } = { first: 1, last: mostMultipartParts },
  ): Promise<Map<number, MultipartPart> | null> {
    assertObjectKey(key);
    const found = new Map<number, MultipartPart>();
    for (let from = first; from <= last;) {
      const page = await this.page(key, id, from, Math.min(partsInAnswer, last - from + 1));
      if (!page) return null;
      for (const part of page) if (part.number <= last) found.set(part.number, part);
      const reached = page.at(-1)?.number;
      if (reached === undefined || reached < from) break;
      from = reached + 1;
    }
    return found;
  }

  async copy(key: string, id: string, number: number, from: string): Promise<string> {
    assertObjectKey(key);
    assertObjectKey(from);
    const headers = { 'x-amz-copy-source': `/${this.bucket}/${from}` };
    const target = { bucketName: this.bucket, objectName: key, uploadID: id, partNumber: number, headers };
    return (await onS3(this.client.uploadPart(target), from)).etag;
  }

  async complete(key: string, id: string, parts: readonly Pick<MultipartPart, 'number' | 'etag'>[]): Promise<void> {
    assertObjectKey(key);
    const named = parts.map(({ number, etag }) => ({ part: number, etag }));
    await onS3(this.client.completeMultipartUpload(this.bucket, key, id, named));
  }

  async joined(key: string): Promise<Pick<MultipartPart, 'size' | 'etag'> | null> {
    assertObjectKey(key);
    const found = await unlessMissing(this.client.statObject(this.bucket, key), key);
    return found && { size: found.size, etag: found.etag };
  }

  async abort(key: string, id: string): Promise<void> {
    assertObjectKey(key);
    await unlessGone(this.client.abortMultipartUpload(this.bucket, key, id));
  }

  private async page(key: string, id: string, first: number, count: number): Promise<MultipartPart[] | null> {
    const query = `max-parts=${count}&part-number-marker=${first - 1}&uploadId=${encodeURIComponent(id)}`;
    const request = { method: 'GET' as const, bucketName: this.bucket, objectName: key, query };
    const answer = await unlessGone(this.client.makeRequestAsync(request));
    if (!answer) return null;
    const xml = await onS3(text(answer));
    const listed = xml.match(/<Part>.*?<\/Part>/gs) ?? [];
    return listed.map((part) => ({
      number: Number(valueOf(part, 'PartNumber')),
      size: Number(valueOf(part, 'Size')),
      etag: valueOf(part, 'ETag').replace(/^(?:"|&quot;|&#34;)|(?:"|&quot;|&#34;)$/g, ''),
    }));
  }
}

const valueOf = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
