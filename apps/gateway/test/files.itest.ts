import { once } from 'node:events';
import { connect } from 'node:net';
import { identityEvents } from '@tradepost/contracts/identity';
import { kyc } from '@tradepost/contracts/kyc';
import { requests, type TransferView } from '@tradepost/contracts/requests';
import { storage, type BatchResult, type FileDetails, type StoredFile } from '@tradepost/contracts/storage';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { AppError } from '@tradepost/contracts/errors';
import { ObjectStoreFull, ObjectStoreUnavailable } from '@tradepost/service-kit/objects/object-store';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { objectKeys, pdfOf, stubStorage, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';
import { setDate } from '@tradepost/testing/clock';

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const path = '/api/file-sharing/folders/f1/files';
const boundary = 'xxBOUNDARYxx';
const formHead = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\nmine\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
const formTail = `\r\n--${boundary}--\r\n`;

describe('uploads', () => {
  let gateway: GatewayUnderTest;
  let uploads: Awaited<ReturnType<typeof stubStorage>>;
  let bearer: string;
  const post = () => request(gateway.origin).post(path).set('authorization', bearer);
  const nothingLeft = async () => {
    await waitFor(() => uploads.open.size === 0, { what: 'the quota to be returned' });
    expect(await objectKeys(gateway.store)).toHaveLength(uploads.committed.size);
  };
  /** Sends a raw form, which can stop at any byte. */
  const sendRaw = (headers: Record<string, string | number>, ...pieces: (string | Buffer)[]) =>
    sendRawTo(path, headers, ...pieces);
  const sendRawTo = (to: string, headers: Record<string, string | number>, ...pieces: (string | Buffer)[]) => {
    const socket = connect(gateway.port, '127.0.0.1');
    const lines = Object.entries({
      host: 'x',
      authorization: bearer,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${to} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    for (const piece of pieces) socket.write(piece);
    socket.on('error', () => undefined);
    return socket;
  };
  const answerOf = (socket: ReturnType<typeof connect>) =>
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
    expect([status, body.code, body.message]).toEqual([413, 'FILE_TOO_LARGE', 'The file is larger than 50MB']);
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

  describe('of many files in one call', () => {
    const many = (terms: unknown, files: [name: string, bytes: Buffer][]) =>
      files.reduce(
        (form, [name, bytes]) => form.attach('file', bytes, name),
        request(gateway.origin)
          .post(`${path}/batch`)
          .set('authorization', bearer)
          .field('terms', typeof terms === 'string' ? terms : JSON.stringify(terms)),
      );
    const begun = () => gateway.calls.filter(({ subject }) => subject === storage.beginUploads.subject);
    const outcomes = ({ body }: request.Response) =>
      (body.results as BatchResult[]).map(({ name, status, file, error }) => [name, status, error?.code ?? file?.size]);

    it('stores each with its terms, in one group, under the key of the call', async () => {
      const before = begun().length;
      const files = Array.from({ length: 50 }, (_, at): [string, Buffer] => [`${at}.pdf`, pdfOf(1_000 + at)]);
      const answer = await many(
        files.map((_, at) => ({ price: String(at) })),
        files,
      )
        .set('idempotency-key', 'k')
        .expect(200);
      expect(outcomes(answer)).toEqual(files.map(([name, bytes]) => [name, 201, bytes.length]));
      expect(begun()).toHaveLength(before + 1);
      expect(begun().at(-1)).toMatchObject({
        input: {
          folderId: 'f1',
          terms: files.map((_, at) => ({ price: String(at) })),
          files: files.map(([fileName, bytes], position) => ({ fileName, expectedBytes: bytes.length, position })),
        },
        context: { idempotency: { key: 'k' } },
      });
      const results = answer.body.results as BatchResult[];
      expect(results.map(({ file }) => file?.sha256)).toEqual(files.map(([, bytes]) => sha256(bytes)));
      const stored = await (await gateway.store.get(`company/folder/${results[49]?.file?.id}`)).toArray();
      expect(sha256(Buffer.concat(stored))).toBe(sha256(files[49]![1]));
      await nothingLeft();
    });

    it('refuses one file of any size without the others', async () => {
      const answer = await many(
        [{}, {}, 'none', {}, { enc: 'sdx1', fileId: 'x', fileVersion: 1, mimetype: 'application/pdf' }, {}],
        [
          ['a.pdf', pdfOf(100)],
          ['b.pdf', Buffer.alloc(2_000_000, 0x41)],
          ['c.pdf', pdfOf(100)],
          ['d.exe', pdfOf(100)],
          ['e.pdf', pdfOf(100)],
          ['f.pdf', pdfOf(3_000_000)],
          ['g.pdf', pdfOf(100)],
        ],
      ).expect(200);
      expect(outcomes(answer)).toEqual([
        ['a.pdf', 201, 100],
        ['b.pdf', 415, 'FILE_TYPE'],
        ['c.pdf', 400, 'INVALID'],
        ['d.exe', 415, 'FILE_TYPE'],
        ['e.pdf', 400, 'SEALED_INVALID'],
        ['f.pdf', 201, 3_000_000],
        ['g.pdf', 400, 'INVALID'],
      ]);
      // a company with room for the call has room for its large file
      const { input } = begun().find(({ input: { files } }) => files[0]?.fileName === 'f.pdf') ?? {};
      expect(input.files[0].expectedBytes).toBeGreaterThanOrEqual(3_000_000);
      expect(input.files[0].expectedBytes).toBeLessThan(5_100_000);
      const tooLarge = await many(
        [{}, {}],
        [
          ['h.pdf', pdfOf(maxFileBytes + 1)],
          ['i.pdf', pdfOf(100)],
        ],
      ).expect(200);
      expect(outcomes(tooLarge)).toEqual([
        ['h.pdf', 413, 'FILE_TOO_LARGE'],
        ['i.pdf', 201, 100],
      ]);
      await nothingLeft();
    });

    it('has its own limits', async () => {
      const none = await many('[{}]', []);
      expect([none.status, none.body.code]).toEqual([400, 'INVALID']);
      const tooDeep = `[{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`;
      for (const terms of ['{}', 'x', tooDeep])
        expect((await many(terms, [['a.pdf', pdfOf(100)]])).body.message).toMatch(/^terms must be a JSON array/);
      const files = Array.from({ length: 201 }, (_, at): [string, Buffer] => [`${at}.pdf`, pdfOf(20)]);
      const tooMany = await many(
        files.map(() => ({})),
        files,
      );
      expect([tooMany.status, tooMany.body.message]).toEqual([400, 'Too many files in one call']);
      const large = await many(
        [{}, {}],
        [
          ['a.pdf', pdfOf(40_000_000)],
          ['b.pdf', pdfOf(40_000_000)],
        ],
      );
      expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE']);
      await waitFor(() => uploads.open.size === 0, { what: 'the quota to be returned' });
    });

    it('returns the reserved quota when the connection breaks during a large file', async () => {
      const before = uploads.committed.size;
      const terms = `--${boundary}\r\ncontent-disposition: form-data; name="terms"\r\n\r\n[{}]\r\n`;
      const socket = sendRawTo(
        `${path}/batch`,
        { 'content-length': 20_000_000 },
        terms,
        formHead('a.pdf'),
        pdfOf(9_000_000),
      );
      await waitFor(() => uploads.open.size > 0, { what: 'the upload to have begun' });
      socket.destroy();
      await nothingLeft();
      expect(uploads.committed.size).toBe(before);
    });

    it('aborts files that the store refuses or storage does not commit', async () => {
      const { put } = gateway.store;
      let puts = 0;
      jest.spyOn(gateway.store, 'put').mockImplementation((...given) => {
        puts += 1;
        return puts === 2 ? Promise.reject(new ObjectStoreFull(new Error())) : put.apply(gateway.store, given);
      });
      const three: [string, Buffer][] = [1, 2, 3].map((n) => [`${n}.pdf`, pdfOf(100)]);
      expect(outcomes(await many([{}, {}, {}], three).expect(200))).toEqual([
        ['1.pdf', 201, 100],
        ['2.pdf', 507, 'QUOTA_EXCEEDED'],
        ['3.pdf', 201, 100],
      ]);
      await nothingLeft();
      await gateway.stubService(storage.commitUploads, ({ uploads: [one] }) => ({
        results: [
          {
            name: '',
            status: 409,
            error: { code: 'UPLOAD_GONE' as const, message: one?.uploadId ?? '', requestId: '' },
          },
        ],
      }));
      expect(outcomes(await many([{}], three.slice(0, 1)).expect(200))).toEqual([['1.pdf', 409, 'UPLOAD_GONE']]);
      await nothingLeft();
    });
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

describe('the documents of a registration', () => {
  const registration = { data: {} as never, user: {} as never, review: {} as never };
  let gateway: GatewayUnderTest;
  let room = Infinity;
  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.stubService(kyc.checkDocumentRoom, ({ bytes }) => {
      if (bytes > room) throw new AppError('TOO_LARGE');
      return { ok: true as const };
    });
    await gateway.stubService(kyc.attachDocument, () => registration);
    await gateway.stubService(kyc.submit, () => registration);
  });
  afterAll(() => gateway.stop());

  it('are stored by company and attached before the submission', async () => {
    const { bearer, actor } = await gateway.signIn({ kycStatus: 'Pending' });
    const post = () => request(gateway.origin).post('/api/auth/update-kyc').set('authorization', bearer);
    await post()
      .field('userId', actor.userId)
      .field('kycData', '{"companyDetails":{}}')
      .attach('tax_certificate', pdfOf(1000), 'tax.pdf')
      .attach('memorandum', png, 'm.png')
      .expect(200);
    const [one, two, submit] = gateway.calls
      .filter(({ subject }) => subject !== kyc.checkDocumentRoom.subject)
      .slice(-3);
    expect([one?.input.documentId, two?.input.documentId, submit?.input]).toEqual([
      'tax_certificate',
      'memorandum',
      { userId: actor.userId, kycData: { companyDetails: {} } },
    ]);
    expect(one?.input).toMatchObject({ contentType: 'application/pdf', size: 1000, filename: 'tax.pdf' });
    expect(one?.input.objectKey.startsWith(`kyc/${actor.companyId}/`)).toBe(true);
    expect(await objectKeys(gateway.store)).toHaveLength(2);
  });

  it('are refused for another user, under another name, and of another type', async () => {
    const { bearer, actor } = await gateway.signIn();
    const post = () => request(gateway.origin).post('/api/auth/update-kyc').set('authorization', bearer);
    const put = (documentId: string) =>
      request(gateway.origin).post(`/api/kyc/documents/${documentId}`).set('authorization', bearer);
    const protectedPdf = Buffer.concat([
      pdfOf(300_000),
      Buffer.from('\ntrailer << /Size 5 /Root 1 0 R /Encrypt 4 0 R >>\nstartxref\n9\n%%EOF'),
    ]);
    const before = await objectKeys(gateway.store);
    const met: [request.Response, number, string][] = [
      [await post().field('userId', 'other').attach('memorandum', pdfOf(100), 'a.pdf'), 403, 'NOT_YOURS'],
      [await post().field('userId', actor.userId).attach('passport', pdfOf(100), 'a.pdf'), 400, 'INVALID'],
      [await post().field('userId', actor.userId).attach('memorandum', Buffer.from('x'), 'a.txt'), 415, 'FILE_TYPE'],
      [
        await post()
          .field('userId', actor.userId)
          .attach('memorandum', pdfOf(25 * 1024 * 1024 + 1), 'a.pdf'),
        413,
        'TOO_LARGE',
      ],
      [await post().field('userId', actor.userId).attach('memorandum', Buffer.alloc(0), 'a.pdf'), 415, 'FILE_TYPE'],
      [
        await post()
          .field('userId', actor.userId)
          .attach('memorandum', Buffer.from('MZ\u0090 not a document'), 'a.pdf'),
        415,
        'FILE_TYPE',
      ],
      [await post().field('userId', actor.userId).attach('memorandum', protectedPdf, 'a.pdf'), 415, 'FILE_TYPE'],
      [await post().field('userId', actor.userId).field('kycData', '{'), 400, 'INVALID'],
      [
        await post()
          .field('userId', actor.userId)
          .field('kycData', `{"companyDetails":{"city":"${'x'.repeat(1024 * 1024)}"}}`),
        413,
        'TOO_LARGE',
      ],
      [await put('memorandum').attach('file', protectedPdf, 'a.pdf'), 415, 'FILE_TYPE'],
      [await put('passport').attach('file', pdfOf(100), 'a.pdf'), 400, 'INVALID'],
      [await put('memorandum').field('note', 'no file'), 400, 'INVALID'],
      [await put('memorandum').attach('file', pdfOf(25 * 1024 * 1024 + 1), 'a.pdf'), 413, 'TOO_LARGE'],
    ];
    for (const [{ status, body }, expected, code] of met) expect([status, body.code]).toEqual([expected, code]);
    expect(met[6]?.[0].body.message).toBe('The document is protected by a password. Please upload it without one.');
    expect(await objectKeys(gateway.store)).toEqual(before);
  });

  it('are not read completely if they are too many or too large', async () => {
    const { bearer, actor } = await gateway.signIn();
    const before = gateway.calls.filter(({ subject }) => subject === kyc.submit.subject).length;
    const ten = request(gateway.origin)
      .post('/api/auth/update-kyc')
      .set('authorization', bearer)
      .field('userId', actor.userId)
      .field('kycData', '{}');
    for (let n = 0; n < 10; n++) ten.attach('memorandum', png, 'm.png');
    const { status, body } = await ten;
    expect([status, body.code]).toEqual([400, 'INVALID']);

    const objects = await objectKeys(gateway.store);
    const socket = connect(gateway.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data)).on('error', () => undefined);
    const total = 200 * 1024 * 1024;
    socket.write(
      `POST /api/kyc/documents/memorandum HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${total}\r\n\r\n${formHead('a.pdf')}`,
    );
    const piece = pdfOf(1024 * 1024);
    while (!answer && socket.bytesWritten < total) {
      if (!socket.write(piece))
        await Promise.race([once(socket, 'drain'), once(socket, 'close'), once(socket, 'data')]);
    }
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"TOO_LARGE"/);
    expect(socket.bytesWritten).toBeLessThan(total / 2);
    expect(await objectKeys(gateway.store)).toEqual(objects);
    expect(gateway.calls.filter(({ subject }) => subject === kyc.submit.subject)).toHaveLength(before);
  });

  it('are refused before they are read if they do not fit into the limit', async () => {
    const { bearer } = await gateway.signIn();
    room = 1_000;
    const socket = connect(gateway.port, '127.0.0.1');
    // of the file, too little to tell its type
    socket.write(
      `POST /api/kyc/documents/memorandum HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 5000\r\n\r\n${formHead('a.pdf')}%P`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    room = Infinity;
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"TOO_LARGE"/);
  });

  it('are stored one at a time, and cleared', async () => {
    const { bearer, actor } = await gateway.signIn({ kycStatus: 'Pending' });
    await gateway.stubService(kyc.clearDocument, () => registration);
    await request(gateway.origin)
      .post('/api/kyc/documents/tax_statement')
      .set('authorization', bearer)
      .attach('file', pdfOf(1000), 'tax.pdf')
      .expect(201);
    expect(gateway.calls.at(-1)).toMatchObject({
      subject: kyc.attachDocument.subject,
      input: {
        documentId: 'tax_statement',
        filename: 'tax.pdf',
        size: 1000,
        objectKey: expect.stringContaining(actor.companyId ?? ''),
      },
    });
    await request(gateway.origin).delete('/api/kyc/documents/tax_statement').set('authorization', bearer).expect(200);
    expect(gateway.calls.at(-1)).toMatchObject({
      subject: kyc.clearDocument.subject,
      input: { documentId: 'tax_statement' },
    });
  });
});

describe('downloads', () => {
  let gateway: GatewayUnderTest;
  let bearer: string;
  let sessionId: string;
  const bytes = pdfOf(300_000);
  const hash = sha256(bytes);
  const content = '/api/file-sharing/folders/f/files/g/content';
  const pdf = () =>
    ({
      objectKey: 'a/b/c',
      name: 'Preis "ü" 50%.pdf',
      mimetype: 'application/pdf',
      size: bytes.length,
      sha256: hash,
    }) as StoredFile;
  const get = (url = content) =>
    request(gateway.origin)
      .get(url)
      .buffer(true)
      .parse((response, done) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => done(null, Buffer.concat(pieces)));
      });

  beforeAll(async () => {
    gateway = await startGateway();
    const signedIn = await gateway.signIn();
    bearer = signedIn.bearer;
    sessionId = signedIn.actor.sessionId;
    await gateway.store.put(
      'a/b/c',
      (async function* () {
        yield bytes;
      })(),
    );
    await gateway.stubService(storage.openFile, pdf);
    const object = {
      objectKey: 'a/b/c',
      name: 'x.pdf',
      contentType: 'application/pdf',
      size: bytes.length,
      etag: hash,
      modifiedAt: '2026-01-01T00:00:00Z',
    };
    await gateway.stubService(requests.openFile, () => object);
    await gateway.stubService(requests.openArchive, () => object);
    const sealed = { fileId: 'd', version: 1, sealedSize: 101, sealedMeta: 'x' };
    await gateway.stubService(
      requests.transfer,
      ({ id }) =>
        ({
          id,
          expiry: '',
          maxDownloads: null,
          status: 'live',
          senderCompany: 'A',
          archive: { status: 'ready', size: 1, url: `/api/file-requests/${id}/archive` },
          files: [
            {
              key: 'a/b/c',
              fileId: 'c',
              name: 'x.pdf',
              contentType: 'application/pdf',
              size: bytes.length,
              sha256: hash,
              mode: 'managed',
              sealed: null,
              url: `/api/file-requests/${id}/files/c`,
            },
            {
              key: 'a/b/d',
              fileId: 'd',
              name: 'y.pdf',
              contentType: 'application/pdf',
              size: 1,
              sha256: hash,
              mode: 'e2e',
              sealed,
              url: `/api/file-requests/${id}/files/d`,
            },
          ],
        }) as TransferView,
    );
    await gateway.stubService(kyc.openDocument, () => ({
      objectKey: 'a/b/c',
      filename: 'a.pdf',
      contentType: 'application/pdf',
      size: bytes.length,
    }));
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => gateway.stop());

  it('sends the bytes as a sandboxed attachment', async () => {
    const { body, headers } = await get().set('authorization', bearer).expect(200);
    expect(sha256(body)).toBe(hash);
    expect(headers).toMatchObject({
      'content-length': String(bytes.length),
      'content-type': 'application/pdf',
      etag: `"${hash}"`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox/),
      'content-disposition': `attachment; filename="Preis _u__ 50_.pdf"; filename*=UTF-8''Preis%20%22%C3%BC%22%2050%25.pdf`,
    });
    const shown = await get('/api/kyc/documents/d').set('authorization', bearer).expect(200);
    expect(shown.headers['content-disposition']).toMatch(/^inline/);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=299000-', 299_000, 299_999],
    ['bytes=-10', 299_990, 299_999],
    ['bytes=0-99999999', 0, 299_999],
  ])('answers %s with the range', async (range, start, end) => {
    const { body, headers } = await get().set('authorization', bearer).set('range', range).expect(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/300000`);
    expect(Buffer.compare(body, bytes.subarray(start, end + 1))).toBe(0);
  });

  it('answers HEAD with the headers of GET, and opens nothing', async () => {
    const opened = jest.spyOn(gateway.store, 'get');
    const { headers } = await request(gateway.origin).head(content).set('authorization', bearer).expect(200);
    expect(headers).toMatchObject({
      'content-length': String(bytes.length),
      etag: `"${hash}"`,
      'accept-ranges': 'bytes',
    });
    const part = await request(gateway.origin)
      .head(content)
      .set('authorization', bearer)
      .set('range', 'bytes=0-9')
      .expect(206);
    expect(part.headers['content-length']).toBe('10');
    const unchanged = await request(gateway.origin)
      .head(content)
      .set('authorization', bearer)
      .set('if-none-match', `"${hash}"`)
      .expect(304);
    expect(unchanged.headers).not.toHaveProperty('content-type');
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('shows only images and PDF, sandboxed, at signed addresses', async () => {
    const file = { id: 'g', folderId: 'f', mimetype: 'application/pdf' };
    await gateway.stubService(storage.file, () => file as FileDetails);
    const details = () =>
      request(gateway.origin).get('/api/file-sharing/folders/f/files/g').set('authorization', bearer).expect(200);
    const { url, previewUrl } = (await details()).body as { url: string; previewUrl: string };
    expect(sha256((await get(url).expect(200)).body)).toBe(hash);
    const { headers } = await get(previewUrl).expect(200);
    expect(headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline/),
      'content-security-policy': expect.stringMatching(/^sandbox/),
      'x-content-type-options': 'nosniff',
    });
    expect((await get(`${previewUrl}&download`).expect(200)).headers['content-disposition']).toMatch(/^attachment/);
    await get(previewUrl.replace('/preview', '/content')).expect(401);
    file.mimetype = 'text/csv';
    expect((await details()).body.previewUrl).toBeNull();
    await gateway.stubService(
      storage.openFile,
      () =>
        ({ objectKey: 'a/b/c', name: 'a.csv', mimetype: 'text/csv', size: bytes.length, sha256: hash }) as StoredFile,
    );
    expect((await get(previewUrl).expect(415)).body.toString()).toContain('Only images and PDF files can be shown');
    await gateway.stubService(storage.openFile, pdf);
  });

  it('sends samples and earlier versions as attachments', async () => {
    const sample = () => get('/api/file-sharing/received/f/files/g/sample').set('authorization', bearer);
    await gateway.stubService(storage.openSample, () => ({ rows: 'a,b\n1,2', name: 'prices.xlsx' }));
    const rows = await sample().expect(200);
    expect([
      rows.body.toString(),
      rows.headers['content-disposition'],
      rows.headers['content-security-policy'],
    ]).toEqual([
      'a,b\n1,2',
      expect.stringContaining('attachment; filename="prices (sample).csv"'),
      expect.stringMatching(/^sandbox/),
    ]);
    await gateway.stubService(storage.openSample, () => ({ file: pdf() }));
    expect(sha256((await sample().expect(200)).body)).toBe(hash);
    await gateway.stubService(storage.openVersion, pdf);
    const version = await get('/api/file-sharing/folders/f/files/g/versions/1/content')
      .set('authorization', bearer)
      .expect(200);
    expect([sha256(version.body), gateway.calls.at(-1)?.input]).toEqual([
      hash,
      { folderId: 'f', fileId: 'g', version: '1' },
    ]);
  });

  it('answers an invalid range with the whole file, one past the end with 416, and a known entity tag with 304', async () => {
    for (const range of ['bytes=5-1', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-'])
      await get().set('authorization', bearer).set('range', range).expect(200);
    const past = await get().set('authorization', bearer).set('range', 'bytes=300000-').expect(416);
    expect(past.headers['content-range']).toBe('bytes */300000');
    await get().set('authorization', bearer).set('range', 'bytes=0-1').set('if-range', '"other"').expect(200);
    await get().set('authorization', bearer).set('range', 'bytes=0-1').set('if-range', `"${hash}"`).expect(206);
    await get().set('authorization', bearer).set('if-none-match', `"x", W/"${hash}"`).expect(304);
  });

  it('signs the addresses of a transfer for this session, this object and five minutes', async () => {
    const { body } = await request(gateway.origin)
      .post('/api/file-requests/Id-files')
      .set('authorization', bearer)
      .send({ id: 't1' })
      .expect(200);
    const { url } = body.files[0] as { url: string };
    expect(sha256((await get(url).expect(200)).body)).toBe(hash);
    await get(body.archive.url).expect(200);

    const query = url.slice(url.indexOf('?'));
    const other = await gateway.signIn();
    await get(`/api/file-requests/t2/files/c${query}`).expect(401);
    await get(`/api/file-requests/t1/archive${query}`).expect(401);
    await get(url.replace(sessionId, other.actor.sessionId)).expect(401);
    await get(url.replace(/exp=(\d+)/, (_, exp: string) => `exp=${Number(exp) + 1}`)).expect(401);
    await get(url.replace(/sig=.*/, 'sig=')).expect(401);
    await request(gateway.origin).get(`/api/auth/me${query}`).expect(401);

    setDate(Date.now() + 5 * 60_000 + 1_000);
    const { body: late } = await request(gateway.origin).get(url).expect(410);
    expect(late.code).toBe('LINK_EXPIRED');
  });

  it('refuses a signed address after its session has ended', async () => {
    const { actor, bearer: own } = await gateway.signIn();
    const { body } = await request(gateway.origin)
      .post('/api/file-requests/Id-files')
      .set('authorization', own)
      .send({ id: 't1' })
      .expect(200);
    await get(body.archive.url).expect(200);
    gateway.setActor(actor.sessionId, null);
    await gateway.publish(identityEvents.sessionEnded, { sessionId: actor.sessionId, userId: actor.userId });
    await get(body.archive.url).expect(401);
  });

  it('includes small contents in the answer on request', async () => {
    const again = await gateway.signIn();
    const ask = (query: string) =>
      request(gateway.origin)
        .post(`/api/file-requests/Id-files${query}`)
        .set('authorization', again.bearer)
        .send({ id: 't1' })
        .expect(200);
    expect((await ask('')).body.files[0]).not.toHaveProperty('content');
    const [plain, sealed] = (await ask('?content=inline')).body.files;
    expect(sha256(Buffer.from(plain.content.data))).toBe(hash);
    expect(sealed).toMatchObject({ mode: 'e2e', sealed: { sealedSize: 101 } });
    expect(sealed).not.toHaveProperty('content');
  });

  it('publishes the key that signs manifests', async () => {
    await gateway.stubService(requests.manifestKey, () => ({ keys: ['AAAA'] }));
    const { body } = await request(gateway.origin).get('/api/file-requests/manifest-key').expect(200);
    expect(body).toEqual({ keys: ['AAAA'] });
  });
});
