import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DirectoryObjectStore } from '../src/objects/directory-object-store';
import { ObjectStoreFull, ObjectStoreUnavailable } from '../src/objects/object-store';
import { S3ObjectStore } from '../src/objects/s3-object-store';

const content = () => Readable.from([randomBytes(1_000)]);

describe('S3', () => {
  let server: Server;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let store: S3ObjectStore;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    store = new S3ObjectStore({
      endpoint: `http://127.0.0.1:${port}`,
      accessKey: 'a',
      secretKey: 'b',
      bucket: 'bucket',
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => jest.spyOn(console, 'warn').mockImplementation()); // the minio client tells of each retry there

  const respond = (status: number, body = '') => {
    answer = (request, response) => {
      request.resume();
      request.once('end', () => response.writeHead(status).end(body));
    };
  };

  describe.each([
    ['known', 1_000],
    ['unknown', undefined],
  ])('with an upload of %s size', (_, size) => {
    it.each([
      ['507', 507, ''],
      ['507 with an explanation', 507, '<Error><Code>InsufficientStorage</Code></Error>'],
      ['a quota', 400, '<Error><Code>XMinioAdminBucketQuotaExceeded</Code></Error>'],
      ['a full disk', 400, '<Error><Code>XMinioStorageFull</Code></Error>'],
    ])('is full when it answers %s', async (_, status, body) => {
      respond(status, body);
      await expect(store.put('a/b/c', content(), { size })).rejects.toThrow(ObjectStoreFull);
    });

    it.each([500, 503])('is unavailable when it repeatedly answers %d', async (status) => {
      respond(status);
      await expect(store.put('a/b/c', content(), { size })).rejects.toThrow(ObjectStoreUnavailable);
    });

    it('is unavailable when it refuses the key', async () => {
      respond(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
      await expect(store.put('a/b/c', content(), { size })).rejects.toThrow(ObjectStoreUnavailable);
    });

    it.each([
      ['loses the object', 404, {}],
      ['keeps only a part of it', 200, { 'content-length': '999', 'x-amz-meta-at-rest': 'new' }],
      ['keeps what was there before', 200, { 'content-length': '1000', 'x-amz-meta-at-rest': 'old' }],
    ])('is unavailable when it answers 200 and %s', async (_, status, headers) => {
      answer = (request, response) => {
        request.resume();
        if (request.method === 'HEAD') return void response.writeHead(status, { etag: '"any"', ...headers }).end();
        request.once('end', () => response.writeHead(200, { etag: '"any"' }).end());
      };
      const answered = store.put('a/b/c', content(), { size, envelope: 'new' });
      await expect(answered).rejects.toThrow(ObjectStoreUnavailable);
    });

    it('is unavailable when it hangs up', async () => {
      answer = (request) => request.socket.destroy();
      await expect(store.put('a/b/c', content(), { size })).rejects.toThrow(ObjectStoreUnavailable);
    });
  });

  it('is tried again when one call fails', async () => {
    let calls = 0;
    answer = (request, response) => {
      calls += 1;
      request.resume();
      response.writeHead(calls === 1 ? 503 : 204).end();
    };
    await store.remove('a/b/c');
    expect(calls).toBe(2);
  });

  it('does not block sockets with unread answers', async () => {
    respond(503, 'x'.repeat(100_000));
    await expect(store.stat('a/b/c')).rejects.toThrow(ObjectStoreUnavailable); // four requests
    const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    expect(open).toBeLessThanOrEqual(2);
  });

  it('copies an object of more than S3 copies at once onto itself in parts', async () => {
    const gib = 1024 ** 3;
    const seen: string[] = [];
    answer = (request, response) => {
      request.resume();
      const { method, url, headers } = request;
      const query = new URL(url!, 'http://s3').searchParams;
      if (method === 'HEAD')
        return void response
          .writeHead(200, {
            'content-length': 6 * gib + 5,
            etag: '"as-it-is"',
            'content-type': 'application/zip',
            'x-amz-meta-at-rest': 'old',
          })
          .end();
      if (method === 'POST' && query.has('uploads')) {
        seen.push(`begin ${headers['x-amz-meta-at-rest']} ${headers['content-type']}`);
        return void response.end(
          '<InitiateMultipartUploadResult><Bucket>bucket</Bucket><Key>a/b/c</Key><UploadId>an-upload</UploadId></InitiateMultipartUploadResult>',
        );
      }
      if (method === 'POST') {
        seen.push('complete');
        return void response.end(
          '<CompleteMultipartUploadResult><Location>http://s3/bucket/a/b/c</Location><Bucket>bucket</Bucket><Key>a/b/c</Key><ETag>"new"</ETag></CompleteMultipartUploadResult>',
        );
      }
      seen.push(
        `${query.get('partNumber')} ${headers['x-amz-copy-source']} ${headers['x-amz-copy-source-if-match']} ${headers['x-amz-copy-source-range']}`,
      );
      response.end(`<CopyPartResult><ETag>"part-${query.get('partNumber')}"</ETag></CopyPartResult>`);
    };
    expect(await store.changeEnvelope('a/b/c', 'old', 'new')).toBe(true);
    const parts = Array.from(
      { length: 6 },
      (_, n) => `${n + 1} /bucket/a/b/c as-it-is bytes=${n * gib}-${(n + 1) * gib - 1}`,
    );
    expect(seen).toEqual([
      'begin new application/zip',
      ...parts,
      `7 /bucket/a/b/c as-it-is bytes=${6 * gib}-${6 * gib + 4}`,
      'complete',
    ]);
    expect(await store.changeEnvelope('a/b/c', 'another', 'new')).toBe(false);
  });

  it('fails the reader when the connection breaks during an object', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': 1_000 }).write('half');
      setImmediate(() => response.destroy());
    };
    const stream = await store.get('a/b/c');
    await expect(stream.toArray()).rejects.toThrow('aborted');
  });

  it('is not ready without its bucket, or without a server', async () => {
    respond(404);
    await expect(store.ready()).rejects.toThrow(ObjectStoreUnavailable);
    const nobody = new S3ObjectStore({
      endpoint: 'http://127.0.0.1:1',
      accessKey: 'a',
      secretKey: 'b',
      bucket: 'bucket',
    });
    await expect(nobody.ready()).rejects.toThrow(ObjectStoreUnavailable);
    await expect(nobody.get('a/b/c')).rejects.toThrow(ObjectStoreUnavailable);
    await expect(nobody.put('a/b/c', content())).rejects.toThrow(ObjectStoreUnavailable);
  });
});

describe('a directory', () => {
  const root = mkdtempSync(join(tmpdir(), 'object-store-faults-'));
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('is not ready and stores nothing before it exists, because its volume may not be mounted', async () => {
    const store = new DirectoryObjectStore(join(root, 'absent'));
    await expect(store.ready()).rejects.toThrow(ObjectStoreUnavailable);
    await expect(store.put('a/b/c', content())).rejects.toThrow(ObjectStoreUnavailable);
    await store.prepare();
    await store.ready();
  });

  it('does not follow a key to a directory', async () => {
    const store = new DirectoryObjectStore(join(root, 'plain'));
    await store.prepare();
    await store.put('a/b/c', content());
    await expect(store.put('a/b', content())).rejects.toThrow(ObjectStoreUnavailable);
    expect(await store.discardUnfinished(new Date(Date.now() + 60_000))).toBe(0);
    expect(await store.stat('a/b/c')).toMatchObject({ size: 1_000 });
  });

  const probe = join(root, 'probe');
  const canMount = mountTmpfs(probe);
  if (canMount) execFileSync('umount', [probe]);

  describe('on a disk of its own', () => {
    const onDisk = canMount ? it : it.skip;
    const mounted = join(root, 'small');
    let store: DirectoryObjectStore;
    beforeEach(async () => {
      if (!canMount) return;
      mountTmpfs(mounted);
      store = new DirectoryObjectStore(mounted);
      await store.prepare();
    });
    afterEach(() => canMount && execFileSync('umount', [mounted]));

    onDisk('that is full says so, keeps what it has and takes what fits afterwards', async () => {
      await store.put('a/b/first', content());
      await expect(store.put('a/b/c', Readable.from([randomBytes(700_000), randomBytes(700_000)]))).rejects.toThrow(
        ObjectStoreFull,
      );
      expect(await store.stat('a/b/c')).toBeNull();
      expect(await store.put('a/b/fits', Readable.from([randomBytes(700_000)]))).toEqual({ size: 700_000 });
      expect(await store.stat('a/b/first')).toMatchObject({ size: 1_000 });
    });

    onDisk('leaves a fiftieth of it to the database', async () => {
      await store.put('a/b/first', Readable.from([randomBytes(900_000)]));
      const { size, free } = await store.room();
      const tooLarge = Math.ceil(free - size / 50) + 1;
      await expect(store.put('a/b/c', Readable.from([randomBytes(tooLarge)]), { size: tooLarge })).rejects.toThrow(
        ObjectStoreFull,
      );
      await store.put('a/b/fits', Readable.from([randomBytes(tooLarge - 20_000)]), { size: tooLarge - 20_000 });
      writeFileSync(join(mounted, 'log-of-the-database'), randomBytes(25_000));
      await expect(store.put('a/b/d', content())).rejects.toThrow(ObjectStoreFull);
      await store.remove('a/b/first');
      await store.put('a/b/d', content());
    });
  });
});

function mountTmpfs(path: string): boolean {
  try {
    execFileSync('mkdir', ['-p', path]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // only root may, and not in every container
  }
}
