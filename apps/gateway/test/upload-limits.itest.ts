import { connect } from 'node:net';
import { storage, type BatchResult } from '@tradepost/contracts/storage';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { objectKeys, pdfOf, sha256, startGateway, stubStorage, type GatewayUnderTest } from './gateway-harness';
import { asSealed, sealed } from './sealed-file';

const path = '/api/file-sharing/folders/f1/files';
const tus = '/api/file-sharing/uploads';
const MB = 1024 ** 2;
const TB = 1024 ** 4;

let gateway: GatewayUnderTest;
let uploads: Awaited<ReturnType<typeof stubStorage>>;
let bearer: string;

const start = (env: Record<string, string>) => {
  beforeAll(async () => {
    gateway = await startGateway(env);
    uploads = await stubStorage(gateway);
    ({ bearer } = await gateway.signIn());
  });
  afterAll(async () => {
    await gateway.stop();
    for (const name of Object.keys(env)) delete process.env[name];
  });
};

afterEach(() => jest.restoreAllMocks());

const form = (name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
  request(gateway.origin).post(path).set('authorization', bearer).field(fields).attach('file', bytes, name);
const batch = async (files: [string, Buffer][]) => {
  const terms = JSON.stringify(files.map(() => ({})));
  const call = request(gateway.origin).post(`${path}/batch`).set('authorization', bearer).field('terms', terms);
  const { body } = await files.reduce((sent, [name, bytes]) => sent.attach('file', bytes, name), call);
  return (body.results as BatchResult[]).map(({ status, error }) => [status, error?.message]);
};
const speak = (method: string, to: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(gateway.origin + to, {
    method,
    headers: { authorization: bearer, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const create = (length: number, fields: Record<string, string>) => {
  const metadata = Object.entries({ folderId: 'f1', ...fields }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  );
  return speak('POST', tus, { 'upload-length': String(length), 'upload-metadata': metadata.join(',') });
};
const addressOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', gateway.origin).pathname;
const messageOf = async (answer: Response) => [answer.status, ((await answer.json()) as { message: string }).message];
const refusalOf = ({ status, body }: request.Response) => [status, (body as { message: string }).message];

describe('an installation with its own limits', () => {
  start({ MAX_FILE_BYTES: '1000', ALLOWED_FILE_TYPES: ' PDF, .parquet,html ' });
  const tooLarge = [413, 'The file is larger than 1000 bytes'];
  const wrongType = [415, 'Supported formats: PDF, PARQUET, HTML'];

  it('tells them to everyone', async () => {
    const { body } = await request(gateway.origin).get('/api/site').expect(200);
    expect(body.uploads).toEqual({ maxFileBytes: 1000, fileTypes: ['pdf', 'parquet', 'html'] });
  });

  it('accepts a file of exactly that size, and not one byte more, in whatever way it is sent', async () => {
    await form('a.pdf', pdfOf(1000)).expect(201);
    expect(refusalOf(await form('a.pdf', pdfOf(1001)))).toEqual(tooLarge);
    expect(
      await batch([
        ['a.pdf', pdfOf(1000)],
        ['b.pdf', pdfOf(1001)],
        ['c.pdf', pdfOf(2 * MB)],
      ]),
    ).toEqual([[201, undefined], tooLarge, tooLarge]);
    expect(await messageOf(await create(1001, { fileName: 'a.pdf' }))).toEqual(tooLarge);
  });

  it('accepts a sealed file with that much content, which is longer', async () => {
    const { bytes, fields, file } = await sealed(pdfOf(1000));
    expect(bytes.length).toBeGreaterThan(1000);
    await form('p.pdf', bytes, fields).expect(201);
    expect(refusalOf(await form('p.pdf', asSealed(file, 1001), fields))).toEqual(tooLarge);
    expect(await messageOf(await create(asSealed(file, 1001).length, { fileName: 'p.pdf', ...fields }))).toEqual(
      tooLarge,
    );
  });

  it('accepts its types only, and names them', async () => {
    const csv = Buffer.from('a,b\n');
    expect(refusalOf(await form('a.csv', csv))).toEqual(wrongType);
    expect(await batch([['a.csv', csv]])).toEqual([wrongType]);
    const { bytes, fields } = await sealed(csv, { name: 'p.csv', mime: 'text/csv' });
    expect(refusalOf(await form('p.csv', bytes, fields))).toEqual(wrongType);
    expect(await messageOf(await create(bytes.length, { fileName: 'p.csv', ...fields }))).toEqual(wrongType);
    const path = addressOf(await create(csv.length, { fileName: 'a.csv' }));
    const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    expect(await messageOf(await speak('PATCH', path, patch, csv))).toEqual(wrongType);
  });

  it('stores what a browser could run as bytes, and still checks known formats', async () => {
    const { body } = await form('page.html', Buffer.from('<script>alert(1)</script>')).expect(201);
    expect(uploads.committed.get(body.file.id)?.mimetype).toBe('application/octet-stream');
    const { fields, bytes } = await sealed(pdfOf(10), { name: 'page.html', mime: 'text/html' });
    expect(refusalOf(await form('page.html', bytes, fields))).toEqual(wrongType);
    expect(refusalOf(await form('a.pdf', Buffer.from('no pdf')))).toEqual([
      415,
      'The content does not match the file extension. Supported formats: PDF, PARQUET, HTML.',
    ]);
  });

  it('leaves nothing of what it refuses', async () => {
    await waitFor(() => uploads.open.size === 0, { what: 'the quota to be returned' });
    expect(await objectKeys(gateway.store)).toHaveLength(uploads.committed.size);
  });
});

describe('an installation for large files of any type', () => {
  start({ MAX_FILE_BYTES: String(5 * TB), ALLOWED_FILE_TYPES: '*' });
  const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

  it('accepts any name, and content that fits a name it knows', async () => {
    for (const name of ['README', 'a.tar.gz', 'x.constructor', 'x.__proto__', 'x.']) {
      const { body } = await form(name, Buffer.from('anything')).expect(201);
      expect([name, uploads.committed.get(body.file.id)?.mimetype]).toEqual([name, 'application/octet-stream']);
    }
    expect(refusalOf(await form('a.pdf', Buffer.from('no pdf')))).toEqual([
      415,
      'The content does not match the file extension. Supported formats: all.',
    ]);
  });

  it('accepts 5 TiB as a resumable upload, and no more', async () => {
    const created = await create(5 * TB, { fileName: 'a.bin' });
    expect(created.status).toBe(201);
    expect((await speak('DELETE', addressOf(created), {})).status).toBe(204);
    expect(await messageOf(await create(5 * TB + 1, { fileName: 'a.bin' }))).toEqual([
      413,
      'The file is larger than 5 TB',
    ]);
  });

  it('refuses a form that the object store could not take, before it is read', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${6 * 1024 ** 3}\r\n\r\n`,
    );
    expect(await answered).toMatch(/^HTTP\/1.1 413 [^]*Files larger than 5 GB must be sent as a resumable upload/);
    socket.destroy();
  });

  it('streams larger parts of larger files into the store, so that a file of any size has few', async () => {
    const length = 20 * 1024 ** 3;
    const address = addressOf(await create(length, { fileName: 'a.bin' }));
    const bytes = Buffer.alloc(30 * MB, 7);
    expect((await speak('PATCH', address, patch, bytes)).status).toBe(204);
    const upload = uploads.open.get(address.split('/').at(-1) ?? '');
    expect(upload?.parts.map(({ size }) => size)).toEqual([30 * MB]);
    const stored = await (await gateway.store.get(upload?.parts[0]?.objectKey ?? '')).toArray();
    expect(sha256(Buffer.concat(stored))).toBe(sha256(bytes));
    await speak('DELETE', address, {});
  });

  it('keeps what arrived of a large part before its connection broke', async () => {
    const address = addressOf(await create(20 * 1024 ** 3, { fileName: 'a.bin' }));
    const upload = uploads.open.get(address.split('/').at(-1) ?? '');
    const put = jest.spyOn(gateway.store, 'put');
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(
      `PATCH ${address} HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\nTus-Resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${64 * MB}\r\n\r\n`,
    );
    await new Promise((sent) => socket.write(Buffer.alloc(9 * MB, 7), sent));
    await waitFor(() => put.mock.calls.length > 0, { what: 'the part to be stored as it arrives' });
    socket.destroy();
    await waitFor(() => (upload?.parts.length ?? 0) > 0, { what: 'the part to be counted' });
    const offset = Number((await speak('HEAD', address, {})).headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(4 * MB);
    expect(offset).toBeLessThanOrEqual(9 * MB);
    await speak('DELETE', address, {});
  });

  it('joins the parts once, also when its client asks again before that ends', async () => {
    const bytes = Buffer.alloc(100_000, 7);
    const address = addressOf(await create(bytes.length, { fileName: 'a.bin' }));
    const real = gateway.store.put.bind(gateway.store);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const joins: string[] = [];
    jest.spyOn(gateway.store, 'put').mockImplementation(async (key, ...rest) => {
      if (!key.includes('.part-')) {
        joins.push(key);
        await held;
      }
      return real(key, ...rest);
    });
    const sent = speak('PATCH', address, patch, bytes);
    await waitFor(() => joins.length > 0, { what: 'the parts to be joined' });
    const states = gateway.calls.filter(({ subject }) => subject === storage.uploadState.subject).length;
    const asked = speak('HEAD', address, {});
    await waitFor(
      () => gateway.calls.filter(({ subject }) => subject === storage.uploadState.subject).length > states,
      { what: 'the second call to read the state' },
    );
    release();
    expect([(await sent).status, (await asked).status]).toEqual([200, 200]);
    expect(joins).toHaveLength(1);
  });
});

describe('a gateway with impossible limits', () => {
  const names = ['MAX_FILE_BYTES', 'ALLOWED_FILE_TYPES'];
  afterEach(() => names.forEach((name) => delete process.env[name]));

  it.each([
    ...['0', '-1', 'many', '5497558138881'].map((MAX_FILE_BYTES) => [{ MAX_FILE_BYTES }] as [Record<string, string>]),
    ...['pdf;csv', 'pdf,,csv', '../x', 'a'.repeat(17), Array.from({ length: 101 }, (_, n) => `t${n}`).join(',')].map(
      (ALLOWED_FILE_TYPES) => [{ ALLOWED_FILE_TYPES }] as [Record<string, string>],
    ),
  ])('does not start with %j', async (wrong) => {
    await expect(startGateway(wrong)).rejects.toThrow(new RegExp(`^Settings: ${Object.keys(wrong)[0]} must be`));
  });
});
