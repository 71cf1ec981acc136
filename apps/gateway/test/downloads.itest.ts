import { identityEvents } from '@tradepost/contracts/identity';
import { kyc } from '@tradepost/contracts/kyc';
import { requests, type TransferView } from '@tradepost/contracts/requests';
import { storage, type FileDetails, type StoredFile } from '@tradepost/contracts/storage';
import request from 'supertest';
import { pdfOf, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';
import { setDate } from '@tradepost/testing/clock';

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
