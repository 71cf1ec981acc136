import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { storage, type CopiedRange } from '@tradepost/contracts/storage';
import { AppError } from '@tradepost/contracts/errors';
import { encodeHeader } from '@tradepost/sealing/file/format';
import { replacedKey, sha256, startGateway, stubStorage, type GatewayUnderTest } from './gateway-harness';

const base = '/api/file-sharing/uploads';
const contentSize = 3_000_000;

let gateway: GatewayUnderTest;
let uploads: Awaited<ReturnType<typeof stubStorage>>;
let bearer: string;
const replaced = randomBytes(2_500_000);
beforeAll(async () => {
  gateway = await startGateway({});
  uploads = await stubStorage(gateway);
  ({ bearer } = await gateway.signIn());
  await gateway.store.put(
    replacedKey,
    (async function* () {
      yield replaced;
    })(),
    { sealed: true },
  );
});
afterAll(() => gateway.stop());

const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

async function begun(sent: Buffer, fileId: string, copiedBytes: number) {
  const fields = {
    ...{ folderId: 'f1', fileName: 'a.pdf', enc: 'sdx1', fileId, fileVersion: '2', mimetype: 'application/pdf' },
    ...{ contentSize: String(contentSize), copiedBytes: String(copiedBytes) },
  };
  const answer = await fetch(gateway.origin + base, {
    method: 'POST',
    headers: {
      authorization: bearer,
      'tus-resumable': '1.0.0',
      'upload-length': String(sent.length),
      'upload-metadata': metadata(fields),
    },
  });
  const path = new URL(answer.headers.get('location') ?? '', gateway.origin).pathname;
  const put = await fetch(`${gateway.origin}${path}/parts/1`, {
    method: 'PUT',
    headers: {
      authorization: bearer,
      'content-type': 'application/octet-stream',
      'content-digest': `sha-256=:${createHash('sha256').update(sent).digest('base64')}:`,
    },
    body: new Uint8Array(sent),
  });
  return { path, put };
}

const commit = (path: string, sent: Buffer, copied: CopiedRange[]) =>
  fetch(`${gateway.origin}${path}/commit`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ partsSha256: sha256(Buffer.from(sha256(sent), 'hex')), copied }),
  });

/** What a client sends of a next version in segments. */
const sentOf = (fileId: string) =>
  Buffer.concat([encodeHeader({ fileId, version: 2 }, 'segmented'), randomBytes(600_000)]);

it('joins what was sent with the ranges of the version that is replaced', async () => {
  const fileId = randomUUID();
  const sent = sentOf(fileId);
  const copied = [
    { at: 100, from: 1000, length: 50 },
    { at: 150, from: 0, length: 1_500_000 },
    { at: 2_000_000, from: 2_499_990, length: 10 },
  ];
  const { path, put } = await begun(sent, fileId, 1_500_060);
  expect(put.status).toBe(200);
  expect((await commit(path, sent, copied)).status).toBe(200);
  const uploadId = path.split('/').at(-1) ?? '';
  const joined = Buffer.concat(await (await gateway.store.get(`company/folder/${uploadId}`)).toArray());
  const expected = Buffer.concat([
    sent.subarray(0, 100),
    replaced.subarray(1000, 1050),
    replaced.subarray(0, 1_500_000),
    sent.subarray(100, 499_950),
    replaced.subarray(2_499_990),
    sent.subarray(499_950),
  ]);
  expect(joined.length).toBe(sent.length + 1_500_060);
  expect(sha256(joined)).toBe(sha256(expected));
  expect(uploads.committed.get(uploadId)).toMatchObject({
    size: contentSize,
    sealedSize: joined.length,
    sha256: sha256(joined),
  });
});

it('reads numbers that come as text, and refuses what is no list of ranges', async () => {
  const fileId = randomUUID();
  const sent = sentOf(fileId);
  const { path } = await begun(sent, fileId, 10);
  for (const copied of [
    5,
    'x',
    {},
    { length: 1 },
    [null],
    ['x'],
    [[]],
    [{ at: 100 }],
    [{ at: 'x', from: 0, length: 10 }],
  ]) {
    const answer = await commit(path, sent, copied as CopiedRange[]);
    expect([copied, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([copied, 400, 'INVALID']);
  }
  const texts = [{ at: '100', from: '1000', length: '10' }] as unknown as CopiedRange[];
  expect((await commit(path, sent, texts)).status).toBe(200);
  const uploadId = path.split('/').at(-1) ?? '';
  const joined = Buffer.concat(await (await gateway.store.get(`company/folder/${uploadId}`)).toArray());
  const expected = Buffer.concat([sent.subarray(0, 100), replaced.subarray(1000, 1010), sent.subarray(100)]);
  expect(sha256(joined)).toBe(sha256(expected));
});

it('refuses the header of the other layout', async () => {
  const fileId = randomUUID();
  const sent = Buffer.concat([encodeHeader({ fileId, version: 2 }), randomBytes(1000)]);
  const { put } = await begun(sent, fileId, 0);
  expect([put.status, ((await put.json()) as { code: string }).code]).toEqual([400, 'SEALED_INVALID']);
});

it('ends an upload of a version that another one has overtaken, and stores nothing', async () => {
  const fileId = randomUUID();
  const sent = sentOf(fileId);
  const { path } = await begun(sent, fileId, 50);
  await gateway.stubService(storage.commitParts, () => {
    throw new AppError('VERSION_CONFLICT');
  });
  const answer = await commit(path, sent, [{ at: 100, from: 0, length: 50 }]);
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'VERSION_CONFLICT']);
  const uploadId = path.split('/').at(-1) ?? '';
  expect(uploads.open.has(uploadId)).toBe(false);
  expect(await gateway.store.stat(`company/folder/${uploadId}`)).toBeNull();
});
