import { storage, type BatchResult } from '@tradepost/contracts/storage';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { ObjectStoreFull } from '@tradepost/service-kit/objects/object-store';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { objectKeys, pdfOf, stubStorage, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';
import { boundary, formHead, sendForm } from './raw-upload';

const path = '/api/file-sharing/folders/f1/files';

describe('uploads', () => {
  let gateway: GatewayUnderTest;
  let uploads: Awaited<ReturnType<typeof stubStorage>>;
  let bearer: string;
  const nothingLeft = async () => {
    await waitFor(() => uploads.open.size === 0, { what: 'the quota to be returned' });
    expect(await objectKeys(gateway.store)).toHaveLength(uploads.committed.size);
  };

  beforeAll(async () => {
    gateway = await startGateway();
    uploads = await stubStorage(gateway);
    ({ bearer } = await gateway.signIn());
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gateway.stop());

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
      const socket = sendForm(
        { port: gateway.port, path: `${path}/batch`, bearer },
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
});
