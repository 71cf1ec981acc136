import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { storage, type FileDetails, type StoredFile } from '@tradepost/contracts/storage';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { AppError } from '@tradepost/contracts/errors';
import { eicar, startClamd, type Clamd } from '@tradepost/testing/servers/clamd';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { objectKeys, pdfOf, stubStorage, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';
import { asSealed, sealed } from './sealed-file';

const path = '/api/file-sharing/folders/f1/files';
const tus = '/api/file-sharing/uploads';
type Sealed = Awaited<ReturnType<typeof sealed>>;

let clamd: Clamd;
let gateway: GatewayUnderTest;
let uploads: Awaited<ReturnType<typeof stubStorage>>;
let bearer: string;
beforeAll(async () => {
  clamd = await startClamd();
  gateway = await startGateway({ SCANNER_URL: clamd.url });
  uploads = await stubStorage(gateway);
  ({ bearer } = await gateway.signIn());
});
afterAll(async () => {
  await gateway.stop();
  delete process.env.SCANNER_URL;
  await clamd.stop();
});

const post = (fields: Record<string, string>, bytes: Buffer, { to = path, filename = 'p.pdf' } = {}) =>
  request(gateway.origin)
    .post(to)
    .set('authorization', bearer)
    .field(fields)
    .attach('file', bytes, { filename, contentType: 'application/octet-stream' });
const stored = async (id: string) => Buffer.concat(await (await gateway.store.get(`company/folder/${id}`)).toArray());
const expectOnlyCommitted = async () => {
  await waitFor(() => uploads.open.size === 0, { what: 'the quota to be returned' });
  expect((await objectKeys(gateway.store)).sort()).toEqual(
    [...uploads.committed.keys()].map((id) => `company/folder/${id}`).sort(),
  );
};
const begun = () => gateway.calls.findLast(({ subject }) => subject === storage.beginUpload.subject)?.input;

const speak = (method: string, to: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(gateway.origin + to, {
    method,
    headers: { authorization: bearer, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const create = (length: number, fields: Record<string, string>) => {
  const metadata = Object.entries({ folderId: 'f1', fileName: 'p.pdf', ...fields }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  return speak('POST', tus, { 'upload-length': String(length), 'upload-metadata': metadata.join(',') });
};
const openTus = async ({ bytes, fields }: { bytes: Buffer; fields: Record<string, string> }) =>
  new URL((await create(bytes.length, fields)).headers.get('location') ?? '', gateway.origin).pathname;
const patch = (to: string, offset: number, body: Buffer) =>
  speak('PATCH', to, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body);
const offsetOf = async (to: string) => Number((await speak('HEAD', to, {})).headers.get('upload-offset'));
const problem = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

it('stores a sealed file unchanged, and reports the size of its content', async () => {
  // the scanner would detect this if it could read the content
  const content = Buffer.concat([pdfOf(100_000), Buffer.from(eicar)]);
  const { bytes, fields, open } = await sealed(content);
  const { body } = await post({ ...fields, name: 'Prices.pdf', replace: 'true' }, bytes).expect(201);
  expect(begun()).toMatchObject({
    ...fields,
    folderId: 'f1',
    replace: false,
    name: 'Prices.pdf',
    fileName: 'p.pdf',
    expectedBytes: bytes.length,
  });
  expect(uploads.committed.get(body.file.id)).toEqual({
    size: content.length,
    sealedSize: bytes.length,
    sha256: sha256(bytes),
    mimetype: 'application/pdf',
    scan: 'none',
  });
  expect(sha256(await open(await stored(body.file.id)))).toBe(sha256(content));
});

it('accepts exactly 50 MiB of content, and not one byte more', async () => {
  const { fields, file } = await sealed(Buffer.alloc(0));
  const whole = asSealed(file, maxFileBytes);
  expect(whole).toHaveLength(52_480_100);
  const { body } = await post(fields, whole).expect(201);
  expect(body.file.size).toBe(maxFileBytes);
  const more = await post(fields, Buffer.concat([whole, Buffer.alloc(1)]));
  expect([more.status, more.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
  expect(await problem(await create(52_480_101, fields))).toEqual([413, 'FILE_TOO_LARGE']);
  expect((await create(52_480_100, fields)).status).toBe(201);
  const plain = await post({}, pdfOf(maxFileBytes + 1));
  expect([plain.status, plain.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
  await request(gateway.origin)
    .delete(`${tus}/${[...uploads.open.keys()][0]}`)
    .set({ authorization: bearer, 'tus-resumable': '1.0.0' })
    .expect(204);
  await expectOnlyCommitted();
});

it('refuses bytes that are not this complete version of this sealed file, and stores nothing', async () => {
  const { fields, file, bytes } = await sealed(pdfOf(50_000));
  const flipped = (at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
  const bad: [string, Buffer, Record<string, string>?][] = [
    ['another magic', flipped(0)],
    ['a suite of another day', flipped(5)],
    ['flags', flipped(7)],
    ['another file', flipped(20)],
    ['another version', flipped(27)],
    ['another file id said', bytes, { fileId: randomUUID() }],
    ['another version said', bytes, { fileVersion: '2' }],
    ['no sealed file', pdfOf(50_000)],
    ['nothing', Buffer.alloc(0)],
    ['a header alone', bytes.subarray(0, 28)],
    ['cut in its beginning', bytes.subarray(0, 90)],
    ['cut at a chunk border', bytes.subarray(0, 84 + 16_400)],
  ];
  for (const [what, sent, said] of bad) {
    const { status, body } = await post({ ...fields, ...said }, sent);
    expect([what, status, body.code]).toEqual([what, 400, 'SEALED_INVALID']);
  }
  for (const [, sent] of bad.slice(0, 5)) {
    const to = await openTus({ bytes: sent, fields });
    expect(await problem(await patch(to, 0, sent))).toEqual([400, 'SEALED_INVALID']);
    expect((await speak('HEAD', to, {})).status).toBe(404);
  }
  const slow = await openTus({ bytes: flipped(27), fields });
  expect((await patch(slow, 0, bytes.subarray(0, 20))).status).toBe(204);
  expect(await problem(await patch(slow, 20, flipped(27).subarray(20)))).toEqual([400, 'SEALED_INVALID']);
  const endless = await post(fields, asSealed(file, 1000)).expect(201);
  expect(endless.body.file.size).toBe(1000);
  await expectOnlyCommitted();
});

it('requires an allowed type that matches the name', async () => {
  const { fields, bytes } = await sealed(pdfOf(1_000));
  for (const [filename, mimetype] of [
    ['p.exe', 'application/pdf'],
    ['p.pdf', 'text/csv'],
    ['p.pdf', 'text/html'],
    ['p', 'application/pdf'],
  ] as const) {
    const { status, body } = await post({ ...fields, mimetype }, bytes, { filename });
    expect([filename, status, body.code]).toEqual([filename, 415, 'FILE_TYPE']);
    expect(await problem(await create(bytes.length, { ...fields, mimetype, fileName: filename }))).toEqual([
      415,
      'FILE_TYPE',
    ]);
  }
  await expectOnlyCommitted();
});

it('accepts a sealed new version', async () => {
  const fileId = randomUUID();
  const { fields, bytes } = await sealed(pdfOf(9_000), { fileId, version: 3 });
  await post({ ...fields, inPlace: 'true' }, bytes, { to: `${path}/${fileId}/versions` }).expect(201);
  expect(begun()).toMatchObject({ fileId, replace: true, fileVersion: '3', inPlace: 'true' });
  const { status } = await post(fields, bytes, { to: `${path}/${randomUUID()}/versions` });
  expect(status).toBe(400);
  await openTus({ bytes, fields });
  expect(begun()).toMatchObject({ fileId, replace: true });
  const { fields: first } = await sealed(pdfOf(9_000));
  await openTus({ bytes, fields: first });
  expect(begun()).toMatchObject({ fileId: first.fileId, replace: false });
  for (const id of uploads.open.keys()) await speak('DELETE', `${tus}/${id}`, {});
  await expectOnlyCommitted();
});

it('resumes after a broken connection, and the file opens', async () => {
  const content = pdfOf(9_000_000);
  const { fields, bytes, open } = await sealed(content);
  const to = await openTus({ bytes, fields });
  const id = to.split('/').at(-1) ?? '';
  const socket = connect(gateway.port, '127.0.0.1');
  const headers = {
    host: 'x',
    authorization: bearer,
    'tus-resumable': '1.0.0',
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes.length,
  };
  socket.write(
    `PATCH ${to} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n`,
  );
  await new Promise((sent) => socket.write(bytes.subarray(0, 6_000_000), sent));
  socket.on('error', () => undefined);
  await waitFor(() => (uploads.open.get(id)?.parts.length ?? 0) > 0, { what: 'a part to be stored' });
  socket.destroy();
  let offset = 0;
  await waitFor(async () => (offset = await offsetOf(to)) === 6_000_000, { what: 'all received bytes to be stored' });
  const last = await patch(to, offset, bytes.subarray(offset));
  expect([last.status, ((await last.json()) as { file: { size: number } }).file.size]).toEqual([200, content.length]);
  expect(sha256(await open(await stored(id)))).toBe(sha256(content));
  expect(await offsetOf(to)).toBe(bytes.length);
  await expectOnlyCommitted();
});

it('aborts an upload if another upload created the version', async () => {
  const { fields, bytes } = await sealed(pdfOf(1_000), { version: 2 });
  const to = await openTus({ bytes, fields });
  await gateway.stubService(storage.commitUpload, () => {
    throw new AppError('VERSION_CONFLICT');
  });
  expect(await problem(await patch(to, 0, bytes))).toEqual([409, 'VERSION_CONFLICT']);
  const form = await post(fields, bytes, { to: `${path}/${fields.fileId}/versions` });
  expect([form.status, form.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect((await speak('HEAD', to, {})).status).toBe(404);
  await expectOnlyCommitted();
});

describe('downloads', () => {
  let content: Buffer;
  let file: Sealed;
  beforeAll(async () => {
    content = pdfOf(40_000);
    file = await sealed(content);
    await gateway.store.put(
      'a/b/c',
      (async function* () {
        yield file.bytes;
      })(),
    );
    const { sealedMeta, wrappedKey } = file.fields;
    const about = { ...file.file, sealedSize: file.bytes.length, sealedMeta, wrappedKey, ownerId: randomUUID() };
    const storedFile = {
      objectKey: 'a/b/c',
      name: 'p.pdf',
      mimetype: 'application/pdf',
      size: content.length,
      sha256: sha256(file.bytes),
      sealed: about,
    } as StoredFile;
    await gateway.stubService(storage.openFile, () => storedFile);
    await gateway.stubService(storage.openVersion, () => storedFile);
    await gateway.stubService(
      storage.file,
      () => ({ id: 'g', folderId: 'f', mimetype: 'application/pdf', sealed: about }) as FileDetails,
    );
  });
  const get = (of: string, headers: Record<string, string> = {}) =>
    request(gateway.origin)
      .get(`/api/file-sharing/folders/f/files/g${of}`)
      .set({ authorization: bearer, ...headers })
      .buffer(true)
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => done(null, Buffer.concat(pieces)));
      });

  it.each(['/content', '/versions/1/content'])('sends the sealed bytes of %s', async (of) => {
    const whole = await get(of).expect(200);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(file.bytes.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="p.pdf.sdx"/),
      etag: `"${sha256(file.bytes)}"`,
    });
    expect(sha256(await file.open(whole.body))).toBe(sha256(content));
    const end = await get(of, { range: 'bytes=40000-' }).expect(206);
    expect(end.headers['content-range']).toBe(`bytes 40000-${file.bytes.length - 1}/${file.bytes.length}`);
    expect(end.body).toEqual(file.bytes.subarray(40_000));
  });

  it('refuses a preview, with the reason', async () => {
    const { status, body } = await request(gateway.origin)
      .get('/api/file-sharing/folders/f/files/g/preview')
      .set('authorization', bearer);
    expect([status, body.code, body.message]).toEqual([
      415,
      'FILE_TYPE',
      expect.stringContaining('end-to-end encrypted'),
    ]);
    const details = await request(gateway.origin)
      .get('/api/file-sharing/folders/f/files/g')
      .set('authorization', bearer)
      .expect(200);
    expect(details.body).toMatchObject({ previewUrl: null, sealed: { wrappedKey: file.fields.wrappedKey } });
  });
});
