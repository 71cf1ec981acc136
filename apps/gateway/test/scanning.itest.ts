import { kyc } from '@tradepost/contracts/kyc';
import { storage } from '@tradepost/contracts/storage';
import { defaultMaxFileBytes as maxFileBytes } from '@tradepost/contracts/values/upload-sizes';
import { eicar, startClamd, type Clamd } from '@tradepost/testing/servers/clamd';
import request from 'supertest';
import { objectKeys, pdfOf, stubStorage, sha256, startGateway, type GatewayUnderTest } from './gateway-harness';

const bad = (size: number) => Buffer.concat([pdfOf(size - eicar.length), Buffer.from(eicar)]);
const registration = { data: {} as never, user: {} as never, review: {} as never };

let clamd: Clamd;
let gateway: GatewayUnderTest;
let uploads: Awaited<ReturnType<typeof stubStorage>>;
let bearer: string;
let userId: string;
beforeAll(async () => {
  clamd = await startClamd();
  gateway = await startGateway({ SCANNER_URL: clamd.url });
  uploads = await stubStorage(gateway);
  for (const command of [kyc.attachDocument, kyc.submit]) await gateway.stubService(command, () => registration);
  for (const command of [kyc.checkDocumentRoom, kyc.rejectInfectedDocument])
    await gateway.stubService(command, () => ({ ok: true as const }));
  const signedIn = await gateway.signIn();
  ({
    bearer,
    actor: { userId },
  } = { ...signedIn });
});
beforeEach(() => Object.assign(clamd, { fault: null, streamMaxLength: Number.POSITIVE_INFINITY }));
afterAll(async () => {
  await gateway.stop();
  delete process.env.SCANNER_URL;
  await clamd.stop();
});

const form = (path: string, bytes: Buffer, field = 'file') =>
  request(gateway.origin).post(path).set('authorization', bearer).attach(field, bytes, 'prices.pdf');
const submission = (bytes: Buffer) =>
  form('/api/auth/update-kyc', bytes, 'memorandum').field('userId', userId).field('kycData', '{}');
const tus = (path: string, headers: Record<string, string>, body?: Buffer, method = 'POST') =>
  fetch(gateway.origin + path, {
    method,
    headers: { authorization: bearer, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
/** Uploads in two parts. @returns the last answer */
async function inParts(bytes: Buffer) {
  const metadata = ['folderId f1', 'fileName a.pdf']
    .map((pair) => pair.replace(/ (.*)/, (_, value) => ` ${Buffer.from(value).toString('base64')}`))
    .join(',');
  const path = new URL(
    (
      await tus('/api/file-sharing/uploads', { 'upload-length': String(bytes.length), 'upload-metadata': metadata })
    ).headers.get('location') ?? '',
    gateway.origin,
  ).pathname;
  const half = Math.floor(bytes.length / 2);
  const patch = (from: number, to: number) =>
    tus(
      path,
      { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      bytes.subarray(from, to),
      'PATCH',
    );
  expect((await patch(0, half)).status).toBe(204);
  return { path, answer: await patch(half, bytes.length) };
}

const files = '/api/file-sharing/folders/f1/files';
const waysIn: [string, (bytes: Buffer) => Promise<{ status: number; body: any; retryAfter: string | undefined }>][] = [
  ['in one call', async (bytes) => summaryOf(await form(files, bytes))],
  ['as a new version', async (bytes) => summaryOf(await form(`${files}/g1/versions`, bytes))],
  [
    'in parts',
    async (bytes) => {
      const { answer } = await inParts(bytes);
      return {
        status: answer.status,
        body: await answer.json(),
        retryAfter: answer.headers.get('retry-after') ?? undefined,
      };
    },
  ],
  ['as a document', async (bytes) => summaryOf(await form('/api/kyc/documents/memorandum', bytes))],
  ['with a registration', async (bytes) => summaryOf(await submission(bytes))],
];
const summaryOf = ({ status, body, headers }: request.Response) => ({
  status,
  body,
  retryAfter: headers['retry-after'] as string | undefined,
});
const calls = (...commands: { subject: string }[]) =>
  gateway.calls.filter(({ subject }) => commands.some((command) => command.subject === subject));

describe.each(waysIn)('a file uploaded %s', (_way, send) => {
  it('is scanned once, completely, before the answer', async () => {
    const bytes = pdfOf(600_000);
    const { status } = await send(bytes);
    expect([200, 201]).toContain(status);
    expect(clamd.scanned.filter((hash) => hash === sha256(bytes))).toHaveLength(1);
    const { input } = calls(storage.commitUpload, kyc.attachDocument, kyc.submit).at(-1)!;
    expect(input.uploads?.[0] ?? input).toMatchObject({ scan: 'clean', sha256: sha256(bytes) });
    clamd.scanned.length = 0;
  });

  it('is refused if it contains malware, reported to the audit log, and leaves nothing', async () => {
    const before = [
      await objectKeys(gateway.store),
      uploads.open.size,
      calls(storage.commitUpload, kyc.attachDocument, kyc.submit).length,
    ];
    const { status, body } = await send(bad(600_000));
    expect([status, body.code, body.message]).toEqual([
      422,
      'MALWARE',
      'This file contains malware and was not stored',
    ]);
    expect([
      await objectKeys(gateway.store),
      uploads.open.size,
      calls(storage.commitUpload, kyc.attachDocument, kyc.submit).length,
    ]).toEqual(before);
    const record = calls(storage.rejectInfectedUpload, kyc.rejectInfectedDocument).at(-1);
    expect(record).toMatchObject({ input: { signature: 'Win.Test.EICAR_HDB-1' }, actor: { userId } });
    if (record?.subject === kyc.rejectInfectedDocument.subject)
      expect(record.input).toMatchObject({ documentId: 'memorandum', filename: 'prices.pdf' });
  });

  it('is refused temporarily while the scanner has no verdict', async () => {
    clamd.fault = 'hangs-up';
    const before = calls(
      storage.commitUpload,
      kyc.attachDocument,
      kyc.submit,
      storage.rejectInfectedUpload,
      kyc.rejectInfectedDocument,
    ).length;
    const whole = (await objectKeys(gateway.store)).filter((key) => !key.includes('.part-'));
    const { status, body, retryAfter } = await send(pdfOf(600_000));
    expect([status, body.code, body.message, retryAfter]).toEqual([
      503,
      'UNAVAILABLE',
      'The file could not be scanned for malware and was not stored. Please try again in a while.',
      '30',
    ]);
    expect(
      calls(
        storage.commitUpload,
        kyc.attachDocument,
        kyc.submit,
        storage.rejectInfectedUpload,
        kyc.rejectInfectedDocument,
      ),
    ).toHaveLength(before);
    expect((await objectKeys(gateway.store)).filter((key) => !key.includes('.part-'))).toEqual(whole);
  });
});

it('stores the parts of an upload until the scanner is back', async () => {
  const bytes = pdfOf(700_000);
  clamd.fault = 'garbage';
  const { path, answer } = await inParts(bytes);
  expect(answer.status).toBe(503);
  expect((await tus(path, {}, undefined, 'HEAD')).status).toBe(503);
  expect([...uploads.committed.values()].some(({ sha256: hash }) => hash === sha256(bytes))).toBe(false);
  clamd.fault = null;
  const head = await tus(path, {}, undefined, 'HEAD');
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(bytes.length)]);
  expect(uploads.committed.get(path.split('/').at(-1) ?? '')).toMatchObject({ sha256: sha256(bytes), scan: 'clean' });
});

it('refuses a file above the limit of the daemon, and accepts the largest file otherwise', async () => {
  clamd.streamMaxLength = 1_000_000;
  expect((await form(files, pdfOf(3_000_000))).status).toBe(503);
  clamd.streamMaxLength = maxFileBytes;
  expect((await form(files, pdfOf(maxFileBytes))).status).toBe(201);
});

it('reports a document with control characters in its name', async () => {
  await request(gateway.origin)
    .post('/api/kyc/documents/memorandum')
    .set('authorization', bearer)
    .attach('file', bad(1_000), 'a\u202egnp.pdf')
    .expect(422);
  expect(calls(kyc.rejectInfectedDocument).at(-1)?.input.filename).toBe('a?gnp.pdf');
});
