import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { startStoreWithRules, type StoreWithRules } from '@tradepost/testing/store-with-rules';
import { endsUnfinished, setBucketRules } from '../src/objects/direct/bucket-rules';
import { S3ObjectStore } from '../src/objects/s3-object-store';

const origin = 'https://tradepost.example.com';
const inBucket = (endpoint: string) => `${endpoint.replace('//', '//key:secret@')}/tradepost`;
const ofOperator = {
  cors: '<CORSRule><ID>mine</ID><AllowedOrigin>https://other.example.com</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule>',
  lifecycle:
    '<Rule><ID>mine</ID><Filter><Prefix>old/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>9</Days></Expiration></Rule>',
};

describe('the rules of a bucket', () => {
  let store: StoreWithRules;
  const set = () => setBucketRules(inBucket(store.endpoint), origin);
  beforeEach(async () => {
    store = await startStoreWithRules('http://127.0.0.1:9');
  });
  afterEach(() => store.stop());

  it('let the pages of the installation send and read, and end unfinished uploads', async () => {
    expect(await endsUnfinished(inBucket(store.endpoint))).toBe(false);
    expect(await set()).toEqual([]);
    const preflight = async (from: string, method: string, header: string) => {
      const headers = {
        origin: from,
        'access-control-request-method': method,
        'access-control-request-headers': header,
      };
      const answer = await fetch(`${store.endpoint}/tradepost/a/b`, { method: 'OPTIONS', headers });
      return [answer.status, answer.headers.get('access-control-allow-origin')];
    };
    expect(await preflight(origin, 'PUT', 'x-amz-checksum-sha256')).toEqual([200, origin]);
    expect(await preflight(origin, 'PUT', 'content-md5')).toEqual([200, origin]);
    expect(await preflight(origin, 'GET', 'range')).toEqual([200, origin]);
    expect(await preflight('https://evil.example', 'PUT', 'x-amz-checksum-sha256')).toEqual([403, null]);
    expect(await preflight(origin, 'DELETE', 'range')).toEqual([403, null]);
    expect(await preflight(origin, 'PUT', 'authorization')).toEqual([403, null]);
    expect(await endsUnfinished(inBucket(store.endpoint))).toBe(true);
  });

  it('stay as they are, as far as an operator has set them, and ours are there once', async () => {
    store.rules.cors = `<CORSConfiguration>${ofOperator.cors}</CORSConfiguration>`;
    store.rules.lifecycle = `<LifecycleConfiguration>${ofOperator.lifecycle}</LifecycleConfiguration>`;
    await setBucketRules(inBucket(store.endpoint), 'https://earlier.example.com');
    await set();
    for (const kind of ['cors', 'lifecycle'] as const) {
      expect(store.rules[kind]).toContain(ofOperator[kind]);
      expect(store.rules[kind]!.match(/<ID>/g)).toHaveLength(2);
    }
    expect(store.rules.cors).not.toContain('earlier');
  });

  it.each([
    ['is not enabled', 'Enabled', 'Disabled'],
    ['is for a part of the bucket', '<Prefix></Prefix>', '<Prefix>old/</Prefix>'],
  ])('do not end unfinished uploads if the rule %s', async (_, from, to) => {
    await set();
    store.rules.lifecycle = store.rules.lifecycle!.replace(from, to);
    expect(await endsUnfinished(inBucket(store.endpoint))).toBe(false);
  });
});

it('says what a store refuses, and fails where there is none', async () => {
  const server = createServer((_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await setBucketRules(inBucket(endpoint), origin)).toEqual([
    expect.objectContaining({ kind: 'cors', code: 'AccessDenied' }),
    expect.objectContaining({ kind: 'lifecycle', code: 'AccessDenied' }),
  ]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(setBucketRules(inBucket(endpoint), origin)).rejects.toThrow();
});

(isS3Installed ? describe : describe.skip)('an S3 server without such rules', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'bucket-rules-'));
  let server: RunningS3;
  beforeAll(async () => {
    server = await startS3({ dataDir: join(scratch, 's3') });
  });
  afterAll(async () => {
    await server?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  it('refuses them, and works as before', async () => {
    const store = new S3ObjectStore({ ...server, bucket: 'tradepost' });
    await store.prepare();
    expect(await setBucketRules(`${server.url}/tradepost`, origin)).toEqual([
      expect.objectContaining({ kind: 'cors', code: 'NotImplemented' }),
      expect.objectContaining({ kind: 'lifecycle', code: 'NotImplemented' }),
    ]);
    await expect(endsUnfinished(`${server.url}/tradepost`)).rejects.toMatchObject({ code: 'NotImplemented' });
    await store.ready();
  });
});
