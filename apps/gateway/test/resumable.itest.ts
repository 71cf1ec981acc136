import { connect } from 'node:net';
import { AppError } from '@tradepost/contracts/errors';
import { storage } from '@tradepost/contracts/storage';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { ObjectStoreFull, ObjectStoreUnavailable } from '@tradepost/service-kit/objects/object-store';
import { waitFor } from '@tradepost/testing/wait-for';
import { objectKeys, pdfOf, stubStorage, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';

const base = '/api/file-sharing/uploads';
const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

let gateway: GatewayUnderTest;
let uploads: Awaited<ReturnType<typeof stubStorage>>;
let bearer: string;
beforeAll(async () => {
  gateway = await startGateway();
  uploads = await stubStorage(gateway);
  ({ bearer } = await gateway.signIn());
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => gateway.stop());

const speak = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
  fetch(gateway.origin + path, {
    method,
    headers: { authorization: bearer, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const create = (length: number, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  speak('POST', base, {
    'upload-length': String(length),
    'upload-metadata': metadata({ folderId: 'f1', fileName: 'a.pdf', ...fields }),
    ...headers,
  });
const patch = (path: string, offset: number, body: Buffer) =>
  speak('PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body);
const begun = async (length: number, fields?: Record<string, string>) =>
  new URL((await create(length, fields)).headers.get('location') ?? '', gateway.origin).pathname;
const offsetOf = async (path: string) => Number((await speak('HEAD', path)).headers.get('upload-offset'));
const problem = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const stored = async (id: string) =>
  sha256(Buffer.concat(await (await gateway.store.get(`company/folder/${id}`)).toArray()));
const expectOnlyCommitted = async () =>
  expect((await objectKeys(gateway.store)).sort()).toEqual(
    [...uploads.committed.keys()].map((id) => `company/folder/${id}`).sort(),
  );
/** Sends a part of the announced bytes, then destroys the connection. */
const cut = async (path: string, offset: number, announced: number, bytes: Buffer) => {
  const before = uploads.open.get(path.split('/').at(-1) ?? '')?.parts.length ?? 0;
  const socket = connect(gateway.port, '127.0.0.1');
  const headers = {
    host: 'x',
    authorization: bearer,
    'tus-resumable': '1.0.0',
    'upload-offset': offset,
    'content-type': 'application/offset+octet-stream',
    'content-length': announced,
  };
  socket.write(
    `PATCH ${path} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n`,
  );
  await new Promise((sent) => socket.write(bytes, sent));
  socket.on('error', () => undefined);
  if (bytes.length > 5_000_000)
    await waitFor(() => (uploads.open.get(path.split('/').at(-1) ?? '')?.parts.length ?? 0) > before, {
      what: 'a part to be stored',
    });
  socket.destroy();
};

it('refuses a parsed body, and sends no content type with an empty answer', async () => {
  const created = await create(60);
  expect(created.headers.get('content-type')).toBeNull();
  const path = new URL(created.headers.get('location') ?? '', gateway.origin).pathname;
  const json = { 'upload-offset': '0', 'content-type': 'application/json' };
  expect(await problem(await speak('PATCH', path, json, Buffer.from('{}')))).toEqual([415, 'UNSUPPORTED_MEDIA']);
  expect((await speak('HEAD', path)).headers.get('content-type')).toBeNull();
  expect((await speak('DELETE', path)).status).toBe(204);
});

it('accepts a file in parts with its terms, and answers with the file', async () => {
  const bytes = pdfOf(9_000_000);
  const created = await create(
    bytes.length,
    { fileName: 'p.pdf', price: '1.50', expectedBytes: '1', resumable: 'no' },
    { 'idempotency-key': 'once' },
  );
  expect(created.status).toBe(201);
  const path = created.headers.get('location') ?? '';
  expect(path).toMatch(/^\/api\/file-sharing\/uploads\/[0-9a-f-]+$/);
  const begun = gateway.calls.findLast(({ subject }) => subject === storage.beginUpload.subject);
  expect(begun).toMatchObject({
    input: { folderId: 'f1', fileName: 'p.pdf', price: '1.50', expectedBytes: bytes.length, resumable: true },
    context: { idempotency: { key: 'once' } },
  });
  const first = await patch(path, 0, bytes.subarray(0, 5_000_000));
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([
    204,
    '5000000',
    '1.0.0',
  ]);
  expect(first.headers.get('x-content-type-options')).toBe('nosniff');
  const last = await patch(path, 5_000_000, bytes.subarray(5_000_000));
  const { file } = (await last.json()) as { file: { id: string } };
  expect([last.status, file]).toEqual([
    200,
    expect.objectContaining({ size: bytes.length, sha256: sha256(bytes), mimetype: 'application/pdf' }),
  ]);
  expect(await stored(file.id)).toBe(sha256(bytes));
  await expectOnlyCommitted();
  expect(await offsetOf(path)).toBe(bytes.length);
});

it('resumes at the last stored byte after a broken connection', async () => {
  const bytes = pdfOf(12_000_000);
  const path = await begun(bytes.length);
  await cut(path, 0, bytes.length, bytes.subarray(0, 6_000_000));
  let offset = 0;
  await waitFor(async () => (offset = await offsetOf(path)) === 6_000_000, { what: 'all received bytes to be stored' });
  const wrong = await patch(path, offset + 1, bytes.subarray(offset + 1));
  expect(await problem(wrong)).toEqual([409, 'OFFSET_CONFLICT']);
  const last = await patch(path, offset, bytes.subarray(offset));
  expect(last.status).toBe(200);
  expect(await stored(path.split('/').at(-1) ?? '')).toBe(sha256(bytes));
  await expectOnlyCommitted();
});

it('reports an upload as complete only after its file is committed, and commits it with the next request', async () => {
  const bytes = pdfOf(100_000);
  const path = await begun(bytes.length);
  const real = gateway.store.put.bind(gateway.store);
  let calls = 0;
  jest.spyOn(gateway.store, 'put').mockImplementation((...given) => {
    calls += 1;
    return calls === 2 ? Promise.reject(new ObjectStoreUnavailable('gone')) : real(...given);
  });
  const failed = await patch(path, 0, bytes);
  expect(await problem(failed)).toEqual([503, 'UNAVAILABLE']);
  expect(uploads.committed.has(path.split('/').at(-1) ?? '')).toBe(false);
  expect(await offsetOf(path)).toBe(bytes.length);
  expect(await stored(path.split('/').at(-1) ?? '')).toBe(sha256(bytes));
});

it('accepts exactly 50 MB, an empty file of an allowed type, and not one byte more', async () => {
  const bytes = pdfOf(maxFileBytes);
  const path = await begun(bytes.length);
  expect((await patch(path, 0, bytes)).status).toBe(200);
  expect(await problem(await create(maxFileBytes + 1))).toEqual([413, 'FILE_TOO_LARGE']);
  const small = await begun(1000);
  expect(await problem(await patch(small, 0, pdfOf(1001)))).toEqual([413, 'FILE_TOO_LARGE']);
  expect((await speak('DELETE', small)).status).toBe(204);
  const empty = await create(0, { fileName: 'a.csv' });
  expect([empty.status, ((await empty.json()) as { file: { size: number } }).file.size]).toEqual([201, 0]);
  await expectOnlyCommitted();
});

it('aborts an upload at its first bytes if the content does not match the name', async () => {
  const [path, slow] = [await begun(50_000), await begun(60)];
  expect(await problem(await patch(path, 0, Buffer.alloc(50_000, 0x41)))).toEqual([415, 'FILE_TYPE']);
  expect((await patch(slow, 0, Buffer.alloc(30, 0x41))).status).toBe(204);
  expect(await problem(await patch(slow, 30, Buffer.alloc(30, 0x41)))).toEqual([415, 'FILE_TYPE']);
  for (const gone of [path, slow]) expect((await speak('HEAD', gone)).status).toBe(404);
  await expectOnlyCommitted();
});

it('answers with the reason for a refusal, and leaves nothing behind', async () => {
  const path = await begun(100_000);
  const id = path.split('/').at(-1) ?? '';
  const put = jest.spyOn(gateway.store, 'put');
  put.mockRejectedValueOnce(new ObjectStoreFull('no room'));
  expect(await problem(await patch(path, 0, pdfOf(100_000)))).toEqual([507, 'QUOTA_EXCEEDED']);
  put.mockRejectedValueOnce(new ObjectStoreUnavailable('gone'));
  expect(await problem(await patch(path, 0, pdfOf(100_000)))).toEqual([503, 'UNAVAILABLE']);
  expect(await offsetOf(path)).toBe(0);
  await speak('DELETE', path);
  expect(uploads.open.has(id)).toBe(false);
  await expectOnlyCommitted();

  const refused: [Response, unknown[]][] = [
    [
      await speak('POST', base, { 'upload-metadata': metadata({ folderId: 'f1', fileName: 'a.pdf' }) }),
      [400, 'INVALID'],
    ],
    [
      await speak('POST', base, { 'upload-length': '-5', 'upload-metadata': metadata({ folderId: 'f1' }) }),
      [400, 'INVALID'],
    ],
    [await create(5, {}, { 'upload-metadata': '%%% %%%' }), [400, 'INVALID']],
    [await create(5, {}, { 'tus-resumable': '0.2.2' }), [400, 'INVALID']],
    [await patch(`${base}/unknown`, 0, pdfOf(100)), [404, 'NOT_FOUND']],
    [await speak('DELETE', `${base}/unknown`), [404, 'NOT_FOUND']],
    [
      await fetch(gateway.origin + base, {
        method: 'POST',
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' },
      }),
      [401, 'UNAUTHENTICATED'],
    ],
  ];
  for (const [answer, expected] of refused) expect(await problem(answer)).toEqual(expected);
  await gateway.stubService(storage.beginUpload, () => {
    throw new AppError('QUOTA_EXCEEDED');
  });
  expect(await problem(await create(5))).toEqual([507, 'QUOTA_EXCEEDED']);
  const receiver = await gateway.signIn({ userType: 'receiver' });
  const pending = await gateway.signIn({ kycStatus: 'Pending' });
  expect(await problem(await create(5, {}, { authorization: receiver.bearer }))).toEqual([403, 'NOT_ALLOWED']);
  expect(await problem(await create(5, {}, { authorization: pending.bearer }))).toEqual([403, 'KYC_PENDING']);
});
