import { once } from 'node:events';
import type { Socket } from 'node:net';
import { storage } from '@tradepost/contracts/storage';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { AppError } from '@tradepost/contracts/errors';
import { ObjectStoreFull, ObjectStoreUnavailable } from '@tradepost/service-kit/objects/object-store';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { objectKeys, pdfOf, stubStorage, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';
import { boundary, formHead, formTail, sendForm } from './raw-upload';

const path = '/api/file-sharing/folders/f1/files';
const textPart = (text: string) => `--${boundary}\r\nContent-Disposition: form-data; name="junk"\r\n\r\n${text}\r\n`;

describe('uploads', () => {
  let gateway: GatewayUnderTest;
  let uploads: Awaited<ReturnType<typeof stubStorage>>;
  let bearer: string;
  const post = () => request(gateway.origin).post(path).set('authorization', bearer);
  const sendRaw = (headers: Record<string, string | number>, ...pieces: (string | Buffer)[]) =>
    sendForm({ port: gateway.port, path, bearer }, headers, ...pieces);
  const nothingLeft = async () => {
    await waitFor(() => uploads.open.size === 0, { what: 'the quota to be returned' });
    expect(await objectKeys(gateway.store)).toHaveLength(uploads.committed.size);
  };
  const answerOf = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (data) => (text += data));
      socket.on('close', () => resolve(text));
    });

  beforeAll(async () => {
    gateway = await startGateway();
    uploads = await stubStorage(gateway);
    ({ bearer } = await gateway.signIn());
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gateway.stop());

  it('stores the bytes, and commits their hash with the terms, under one request id', async () => {
    const bytes = pdfOf(3_000_000);
    const { body } = await post()
      .set('x-request-id', 'up-1')
      .field('name', 'Prices')
      .field('price', '1.50')
      .field('folderId', 'evil')
      .field('expectedBytes', '1')
      .attach('file', bytes, { filename: 'p.pdf', contentType: 'text/html' })
      .expect(201);
    expect(body).toMatchObject({ file: { size: bytes.length, sha256: sha256(bytes), mimetype: 'application/pdf' } });
    const begun = gateway.calls.find(({ subject }) => subject === storage.beginUpload.subject);
    expect(begun).toMatchObject({
      input: { folderId: 'f1', fileName: 'p.pdf', name: 'Prices', price: '1.50', expectedBytes: bytes.length },
      context: { requestId: 'up-1' },
    });
    const pieces = await (await gateway.store.get(`company/folder/${body.file.id}`)).toArray();
    expect(sha256(Buffer.concat(pieces))).toBe(sha256(bytes));
  });

  it('uses the same request id if the file arrives after the head', async () => {
    const arrived = once(gateway.app.getHttpServer(), 'request');
    const rest = Buffer.concat([Buffer.from(formHead('a.pdf')), pdfOf(100_000), Buffer.from(formTail)]);
    const socket = sendRaw({ 'content-length': rest.length, 'x-request-id': 'late-1', connection: 'close' });
    await arrived;
    await new Promise(setImmediate);
    socket.write(rest);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 201/);
    expect(gateway.calls.findLast(({ subject }) => subject === storage.commitUpload.subject)?.context.requestId).toBe(
      'late-1',
    );
  });

  it.each([
    ['too much text before its file', (file: string) => textPart('x'.repeat(80_000)) + file],
    ['too many fields before its file', (file: string) => textPart('x').repeat(33) + file],
    ['too much text after its file', (file: string) => file + textPart('x'.repeat(80_000))],
    ['headers without end after its file', (file: string) => `${file}--${boundary}\r\n${'x'.repeat(20_000)}`],
  ])('a form with %s is refused, and its file is not stored', async (_, formOf) => {
    const committed = uploads.committed.size;
    // a file that arrives in one piece with what is refused
    const form = formOf(`${formHead('a.pdf')}%PDF-1.7\r\n`) + formTail.trimStart();
    const socket = sendRaw({ 'content-length': form.length, connection: 'close' }, form);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 4(00|13) /);
    expect(uploads.committed.size).toBe(committed);
    await nothingLeft();
  });

  it('accepts exactly 50 MB, and a form of unknown length', async () => {
    const { body } = await post().attach('file', pdfOf(maxFileBytes), 'full.pdf').expect(201);
    expect(body.file.size).toBe(maxFileBytes);
    const bytes = Buffer.concat([Buffer.from(formHead('a.pdf')), pdfOf(10_000), Buffer.from(formTail)]);
    const chunk = (data: Buffer) =>
      Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
    const answer = await answerOf(
      sendRaw({ 'transfer-encoding': 'chunked', connection: 'close' }, chunk(bytes), '0\r\n\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1.1 201/);
    await nothingLeft();
  });

  it('refuses 50 MB and one byte, announced or not, and stops reading', async () => {
    const { body, status } = await post().attach('file', pdfOf(maxFileBytes + 1), 'big.pdf');
    expect([status, body.code, body.message]).toEqual([413, 'FILE_TOO_LARGE', 'The file is larger than 50 MB']);
    const announced = sendRaw({ 'content-length': 5 * 1024 ** 3 }, formHead('a.pdf'), pdfOf(10_000));
    expect(await answerOf(announced)).toMatch(/^HTTP\/1.1 413 [^]*connection: close[^]*FILE_TOO_LARGE/);
    const begun = gateway.calls.filter(({ subject }) => subject === storage.beginUpload.subject).length;

    const endless = sendRaw({ 'transfer-encoding': 'chunked' });
    const mb = Buffer.alloc(1024 * 1024, 0x41);
    let sent = 0;
    const chunk = (data: Buffer) =>
      Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
    endless.write(chunk(Buffer.concat([Buffer.from(formHead('a.pdf')), pdfOf(10_000)])));
    const pump = () => {
      while (!endless.destroyed && sent < 500) {
        sent += 1;
        if (!endless.write(chunk(mb))) return void endless.once('drain', pump);
      }
    };
    pump();
    expect(await answerOf(endless)).toMatch(/^HTTP\/1.1 413 [^]*FILE_TOO_LARGE/);
    expect(sent).toBeLessThan(150);
    expect(gateway.calls.filter(({ subject }) => subject === storage.beginUpload.subject)).toHaveLength(begun + 1);
    await nothingLeft();
  });

  it('leaves nothing behind when the connection breaks at any point', async () => {
    const before = uploads.committed.size;
    for (const sent of [
      [],
      [formHead('a.pdf').slice(0, 60)],
      [formHead('a.pdf'), pdfOf(100)],
      [formHead('a.pdf'), pdfOf(9_000_000)],
    ]) {
      const started = gateway.calls.length;
      const socket = sendRaw({ 'content-length': 20_000_000 }, ...sent);
      if (sent.length > 1 && (sent[1] as Buffer).length > 10_000)
        await waitFor(() => uploads.open.size > 0, { what: 'the upload to have begun' });
      else await waitFor(() => gateway.calls.length >= started && socket.bytesWritten > 0);
      socket.destroy();
    }
    await waitFor(() => gateway.calls.some(({ subject }) => subject === storage.abortUpload.subject));
    await nothingLeft();
    expect(uploads.committed.size).toBe(before);
  });

  it('answers a form that ends too early, has no file, or is not a form', async () => {
    const early = Buffer.concat([Buffer.from(formHead('a.pdf')), pdfOf(50_000)]);
    expect(await answerOf(sendRaw({ 'content-length': early.length, connection: 'close' }, early))).toMatch(
      /^HTTP\/1.1 400 [^]*MALFORMED/,
    );
    const met: [request.Response, number, string][] = [
      [await post().field('name', 'x'), 400, 'INVALID'],
      [await post().attach('other', pdfOf(100), 'a.pdf'), 400, 'INVALID'],
      [await post().attach('file', pdfOf(100), 'a.pdf').attach('file', pdfOf(100), 'b.pdf'), 400, 'INVALID'],
      [await post().send({ name: 'x' }), 415, 'UNSUPPORTED_MEDIA'],
      [await post().set('content-type', 'multipart/form-data').send('x'), 400, 'MALFORMED'],
    ];
    for (const [{ status, body }, expected, code] of met) expect([status, body.code]).toEqual([expected, code]);
    await request(gateway.origin).post(path).attach('file', pdfOf(100), 'a.pdf').expect(401);
  });

  it('refuses a file with content that does not match its name', async () => {
    const begun = gateway.calls.filter(({ subject }) => subject === storage.beginUpload.subject).length;
    for (const [content, name] of [
      [Buffer.from('MZ\x90\x00\x03'), 'a.pdf'],
      [pdfOf(100), 'a.png'],
      [pdfOf(100), 'a.exe'],
      [pdfOf(100), 'pdf'],
      [Buffer.from('<html><script>'), 'a.csv'],
      [Buffer.alloc(0), 'a.pdf'],
    ] as const) {
      const { status, body } = await post().attach('file', content, { filename: name, contentType: 'application/pdf' });
      expect([name, status, body.code]).toEqual([name, 415, 'FILE_TYPE']);
    }
    expect(gateway.calls.filter(({ subject }) => subject === storage.beginUpload.subject)).toHaveLength(begun);
    await post().attach('file', Buffer.from('a,b\n1,é\n'), 'a.csv').expect(201);
  });

  it('returns the quota and removes the bytes when the store or the commit fails', async () => {
    const put = jest.spyOn(gateway.store, 'put');
    put.mockRejectedValueOnce(new ObjectStoreFull('no room'));
    expect((await post().attach('file', pdfOf(100), 'a.pdf')).status).toBe(507);
    put.mockRejectedValueOnce(new ObjectStoreUnavailable('gone'));
    const { status, headers } = await post().attach('file', pdfOf(100), 'a.pdf');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    for (const [code, expected] of [
      ['UPLOAD_GONE', 409],
      ['QUOTA_EXCEEDED', 507],
    ] as const) {
      await gateway.stubService(storage.commitUpload, () => {
        throw new AppError(code);
      });
      expect((await post().attach('file', pdfOf(100), 'a.pdf')).status).toBe(expected);
      await nothingLeft();
    }
  });

  it('accepts a new version of a file in the same way', async () => {
    uploads = await stubStorage(gateway);
    const { body } = await request(gateway.origin)
      .post(`${path}/g/versions`)
      .set('authorization', bearer)
      .field('fileId', 'evil')
      .attach('file', pdfOf(5000), 'a.pdf')
      .expect(201);
    expect(body.file.size).toBe(5000);
    expect(gateway.calls.findLast(({ subject }) => subject === storage.beginUpload.subject)?.input).toMatchObject({
      folderId: 'f1',
      fileId: 'g',
      replace: true,
    });
    await post().field('fileId', 'evil').attach('file', pdfOf(5000), 'a.pdf').expect(201);
    expect(gateway.calls.findLast(({ subject }) => subject === storage.beginUpload.subject)?.input).toMatchObject({
      folderId: 'f1',
      replace: false,
    });
  });

  it('answers a repeated upload with the first file and discards the repeated bytes', async () => {
    const first = { file: { id: 'the-first' } as never, totalvalue: '1.00' };
    await gateway.stubService(storage.beginUpload, () => ({
      uploadId: 'the-first',
      objectKey: 'company/folder/the-first',
      done: first,
    }));
    const count = (await objectKeys(gateway.store)).length;
    const { body } = await post().set('idempotency-key', 'once').attach('file', pdfOf(100_000), 'a.pdf').expect(201);
    expect(body).toEqual(first);
    expect(
      gateway.calls.findLast(({ subject }) => subject === storage.beginUpload.subject)?.context.idempotency,
    ).toMatchObject({ key: 'once' });
    expect(await objectKeys(gateway.store)).toHaveLength(count);
  });
});
