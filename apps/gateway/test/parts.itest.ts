import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { limits } from '@tradepost/contracts/limits/table';
import { storage } from '@tradepost/contracts/storage';
import { countOfParts, spanOfPart } from '@tradepost/contracts/values/upload-sizes';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { eicar, startClamd, type Clamd } from '@tradepost/testing/servers/clamd';
import { objectKeys, pdfOf, sha256, startGateway, stubStorage, type GatewayUnderTest } from './gateway-harness';
import { sealed } from './sealed-file';

const MB = 1024 ** 2;
const base = '/api/file-sharing/uploads';

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
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await gateway.stop();
  delete process.env.SCANNER_URL;
  await clamd.stop();
});

const metadata = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const call = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer> | string) =>
  fetch(gateway.origin + path, { method, headers: { authorization: bearer, ...headers }, ...(body && { body }) });
async function begun(length: number, fields: Record<string, string> = {}) {
  const answer = await call('POST', base, {
    'tus-resumable': '1.0.0',
    'upload-length': String(length),
    'upload-metadata': metadata({ folderId: 'f1', fileName: 'a.pdf', ...fields }),
  });
  return new URL(answer.headers.get('location') ?? '', gateway.origin).pathname;
}
const digest = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
const put = (path: string, number: number | string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  call(
    'PUT',
    `${path}/parts/${number}`,
    { 'content-type': 'application/octet-stream', 'content-digest': digest(bytes), ...headers },
    new Uint8Array(bytes),
  );
const partsOf = (bytes: Buffer) =>
  Array.from({ length: countOfParts(bytes.length) }, (_, at) => {
    const { start, end } = spanOfPart(bytes.length, at + 1)!;
    return bytes.subarray(start, end);
  });
const commit = (path: string, parts: Uint8Array[]) =>
  call(
    'POST',
    `${path}/commit`,
    { 'content-type': 'application/json' },
    JSON.stringify({ partsSha256: sha256(Buffer.concat(parts.map((part) => Buffer.from(sha256(part), 'hex')))) }),
  );
const problem = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const idOf = (path: string) => path.split('/').at(-1) ?? '';
const numbersOf = (path: string) => [...(uploads.open.get(idOf(path))?.numbered.keys() ?? [])].sort();
const bytesOf = async (path: string) =>
  Buffer.concat(await (await gateway.store.get(`company/folder/${idOf(path)}`)).toArray());
const expectNothingElse = async () => {
  const named = [...uploads.open.values()].flatMap(({ numbered }) =>
    [...numbered.values()].map((part) => part.objectKey),
  );
  const files = [...uploads.committed.keys()].map((id) => `company/folder/${id}`);
  expect((await objectKeys(gateway.store)).sort()).toEqual([...named, ...files].sort());
};

it('joins parts that come in any order and several at once, and answers a repeat with the same file', async () => {
  const bytes = pdfOf(20 * MB);
  const path = await begun(bytes.length);
  const parts = partsOf(bytes);
  expect(parts).toHaveLength(3);
  const answers = await Promise.all([3, 1, 2].map((number) => put(path, number, parts[number - 1]!)));
  expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual(
    [3, 1, 2].map((number) => [
      200,
      expect.objectContaining({ number, size: parts[number - 1]!.length, sha256: sha256(parts[number - 1]!) }),
    ]),
  );
  const both = await Promise.all([commit(path, parts), commit(path, parts)]);
  const files = await Promise.all([...both, await commit(path, parts)].map((answer) => answer.json()));
  for (const { file } of files as { file: unknown }[])
    expect(file).toMatchObject({ id: idOf(path), size: bytes.length, sha256: sha256(bytes), scan: 'clean' });
  expect(sha256(await bytesOf(path))).toBe(sha256(bytes));
  expect(await problem(await put(path, 1, parts[0]!))).toEqual([409, 'UPLOAD_GONE']);
  await expectNothingElse();
});

it('refuses wrong sizes, checksums, numbers and kinds, and nothing changes', async () => {
  const bytes = pdfOf(9 * MB);
  const path = await begun(bytes.length);
  const [first, last] = partsOf(bytes) as [Buffer, Buffer];
  expect((await put(path, 2, last)).status).toBe(200);
  const refused: [Promise<Response>, unknown[]][] = [
    [put(path, 1, first, { 'content-digest': digest(last) }), [400, 'PART_INVALID']],
    [put(path, 1, first, { 'content-digest': 'md5=:AAAA:' }), [400, 'PART_INVALID']],
    [put(path, 1, first.subarray(1)), [400, 'PART_INVALID']],
    [put(path, 1, Buffer.concat([first, last])), [400, 'PART_INVALID']],
    [put(path, 1, last), [400, 'PART_INVALID']],
    // the last part again, of the same size but other bytes, with the checksum of the stored one
    [put(path, 2, Buffer.alloc(last.length), { 'content-digest': digest(last) }), [400, 'PART_INVALID']],
    ...['0', '3', '1.5', 'x', '-1'].map((number): [Promise<Response>, unknown[]] => [
      put(path, number, first),
      [400, 'PART_INVALID'],
    ]),
    [put(path, 1, Buffer.from('{}'), { 'content-type': 'application/json' }), [415, 'UNSUPPORTED_MEDIA']],
    [put(`${base}/unknown`, 1, first), [404, 'NOT_FOUND']],
    [put(path, 1, first, { authorization: '' }), [401, 'UNAUTHENTICATED']],
    [
      put(path, 1, first, { authorization: (await gateway.signIn({ userType: 'receiver' })).bearer }),
      [403, 'NOT_ALLOWED'],
    ],
    [call('POST', `${path}/commit`, { 'content-type': 'application/octet-stream' }, 'x'), [415, 'UNSUPPORTED_MEDIA']],
  ];
  for (const [answer, expected] of refused) expect(await problem(await answer)).toEqual(expected);
  expect(numbersOf(path)).toEqual([2]);
  await expectNothingElse();
});

it('leaves nothing of a part that breaks off, or is longer than it may be', async () => {
  const bytes = pdfOf(9 * MB);
  const path = await begun(bytes.length);
  const [first] = partsOf(bytes) as [Buffer];
  const headers = {
    authorization: bearer,
    'content-type': 'application/octet-stream',
    'content-digest': digest(first),
  };
  const socket = connect(gateway.port, '127.0.0.1');
  const lines = Object.entries({ host: 'x', ...headers, 'content-length': first.length });
  socket.write(
    `PUT ${path}/parts/1 HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
  );
  await new Promise((sent) => socket.write(first.subarray(0, MB), sent));
  socket.destroy();
  const chunked = await fetch(`${gateway.origin}${path}/parts/1`, {
    method: 'PUT',
    headers,
    body: new Blob([new Uint8Array(first), 'more']).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await problem(chunked)).toEqual([400, 'PART_INVALID']);
  expect(numbersOf(path)).toEqual([]);
  await expectNothingElse();
});

it('commits only the parts that this caller has sent, and only all of them', async () => {
  const bytes = pdfOf(20 * MB);
  const path = await begun(bytes.length);
  const parts = partsOf(bytes);
  await put(path, 1, parts[0]!);
  await put(path, 3, parts[2]!);
  expect(await problem(await commit(path, parts))).toEqual([409, 'PARTS_DIFFER']);
  const others = Buffer.alloc(parts[1]!.length, 0x42);
  await put(path, 2, others);
  expect(await problem(await commit(path, parts))).toEqual([409, 'PARTS_DIFFER']);
  expect(await problem(await commit(path, [parts[0]!, parts[2]!, others]))).toEqual([409, 'PARTS_DIFFER']);
  await put(path, 2, parts[1]!);
  expect((await commit(path, parts)).status).toBe(200);
  expect(sha256(await bytesOf(path))).toBe(sha256(bytes));
});

it('ends an upload of a wrong type with its first part, and one with malware at the commit', async () => {
  const length = 9 * MB;
  const wrong = await begun(length);
  const [text] = partsOf(Buffer.alloc(length, 0x41)) as [Buffer];
  expect(await problem(await put(wrong, 1, text))).toEqual([415, 'FILE_TYPE']);
  expect(uploads.open.has(idOf(wrong))).toBe(false);
  const infected = Buffer.concat([pdfOf(length - eicar.length), Buffer.from(eicar)]);
  const path = await begun(length);
  const parts = partsOf(infected);
  for (const [at, part] of parts.entries()) expect((await put(path, at + 1, part)).status).toBe(200);
  expect(await problem(await commit(path, parts))).toEqual([422, 'MALWARE']);
  expect(gateway.calls.at(-1)).toMatchObject({ subject: storage.rejectInfectedUpload.subject });
  await expectNothingElse();
});

it('refuses a first part that arrived damaged, of whatever type, and goes on with the upload', async () => {
  const bytes = pdfOf(9 * MB);
  const path = await begun(bytes.length);
  const parts = partsOf(bytes);
  const damaged = Buffer.from(parts[0]!).fill(0x41, 0, 100);
  expect(await problem(await put(path, 1, damaged, { 'content-digest': digest(parts[0]!) }))).toEqual([
    400,
    'PART_INVALID',
  ]);
  for (const [at, part] of parts.entries()) expect((await put(path, at + 1, part)).status).toBe(200);
  expect((await commit(path, parts)).status).toBe(200);
  expect(sha256(await bytesOf(path))).toBe(sha256(bytes));
  await expectNothingElse();
});

it('stores a sealed file as it was sealed, and refuses one of another file', async () => {
  const content = pdfOf(9 * MB);
  const [file, other] = [await sealed(content), await sealed(content)];
  const path = await begun(file.bytes.length, file.fields);
  expect(await problem(await put(path, 1, partsOf(other.bytes)[0]!))).toEqual([400, 'SEALED_INVALID']);
  const again = await begun(file.bytes.length, file.fields);
  const parts = partsOf(file.bytes);
  for (const [at, part] of parts.entries()) expect((await put(again, at + 1, part)).status).toBe(200);
  expect((await commit(again, parts)).status).toBe(200);
  expect(sha256(await bytesOf(again))).toBe(sha256(file.bytes));
  await expectNothingElse();
});

describe('parts that a client has sent straight to the object store', () => {
  /** Stores a part under its number and makes it one of the upload, as storage does. */
  async function sendDirect(path: string, number: number, announced: Buffer, bytes: Buffer = announced) {
    const { objectKey, numbered } = uploads.open.get(idOf(path))!;
    const key = `${objectKey}.direct-${number}`;
    await gateway.store.put(key, Readable.from([bytes]), { sealed: true });
    numbered.set(number, { number, size: announced.length, sha256: sha256(announced), objectKey: key });
  }
  async function begunSealed() {
    const file = await sealed(pdfOf(20 * MB));
    const path = await begun(file.bytes.length, file.fields);
    const parts = partsOf(file.bytes);
    for (const [at, part] of parts.entries()) await sendDirect(path, at + 1, part);
    return { path, parts, file };
  }

  it('joins them with others', async () => {
    const { path, parts, file } = await begunSealed();
    expect((await put(path, 2, parts[1]!)).status).toBe(200);
    const { file: stored } = (await (await commit(path, parts)).json()) as { file: object };
    expect(stored).toMatchObject({ sha256: sha256(file.bytes), sealedSize: file.bytes.length });
    expect(sha256(await bytesOf(path))).toBe(sha256(file.bytes));
    await expectNothingElse();
  });

  it.each([
    ['other bytes', (part: Buffer) => Buffer.from(part).fill(0x42, 100, 200)],
    ['fewer bytes', (part: Buffer) => part.subarray(0, -1)],
    ['more bytes', (part: Buffer) => Buffer.concat([part, Buffer.from('x')])],
  ])('refuses %s than the client announced, and takes the part again', async (_, damage) => {
    const { path, parts, file } = await begunSealed();
    for (const number of [2, 3]) {
      await sendDirect(path, number, parts[number - 1]!, damage(parts[number - 1]!));
      expect(await problem(await commit(path, parts))).toEqual([409, 'PARTS_DIFFER']);
      expect(numbersOf(path)).toEqual([1, 2, 3].filter((one) => one !== number));
      await expectNothingElse();
      expect((await put(path, number, parts[number - 1]!)).status).toBe(200);
    }
    expect((await commit(path, parts)).status).toBe(200);
    expect(sha256(await bytesOf(path))).toBe(sha256(file.bytes));
  });

  it('ends an upload when the first part is of another file', async () => {
    const { path, parts } = await begunSealed();
    const [first] = partsOf((await sealed(pdfOf(20 * MB))).bytes) as [Buffer];
    await sendDirect(path, 1, first);
    expect(await problem(await commit(path, [first, ...parts.slice(1)]))).toEqual([400, 'SEALED_INVALID']);
    expect(uploads.open.has(idOf(path))).toBe(false);
    await expectNothingElse();
  });
});

/** Sends a commit that is answered before its join has ended. @returns what lets the join end */
async function whileJoining(send: () => Promise<Response>): Promise<() => void> {
  const [store, later] = [gateway.store.put.bind(gateway.store), setTimeout];
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (finish = resolve));
  jest.spyOn(gateway.store, 'put').mockImplementationOnce((...given) => held.then(() => store(...given)));
  jest
    .spyOn(global, 'setTimeout')
    .mockImplementation(((run: () => void, ms: number) => later(run, ms === 20_000 ? 0 : ms)) as typeof setTimeout);
  expect(await problem(await send())).toEqual([409, 'IN_PROGRESS']);
  jest.mocked(setTimeout).mockRestore();
  return () => finish();
}

it('answers that a long join is in progress, and later with the file, to people of its company only', async () => {
  const bytes = pdfOf(MB);
  const path = await begun(bytes.length);
  await put(path, 1, bytes);
  const finish = await whileJoining(() => commit(path, [bytes]));
  const { bearer: stranger } = await gateway.signIn();
  const theirs = await call(
    'POST',
    `${path}/commit`,
    { authorization: stranger, 'content-type': 'application/json' },
    JSON.stringify({ partsSha256: sha256(bytes) }),
  );
  expect(await problem(theirs)).toEqual([404, 'NOT_FOUND']);
  expect(await problem(await commit(path, [Buffer.from('other bytes')]))).toEqual([409, 'PARTS_DIFFER']);
  const repeated = commit(path, [bytes]);
  finish();
  expect((await repeated).status).toBe(200);
});

it('counts a join among the uploads of its account as long as it runs, which may be longer than the call', async () => {
  const { actor, bearer: own } = await gateway.signIn();
  const headers = { authorization: own };
  const bytes = pdfOf(MB);
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const answer = await call('POST', base, {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': metadata({ folderId: 'f1', fileName: 'a.pdf' }),
      });
      return new URL(answer.headers.get('location') ?? '', gateway.origin).pathname;
    }),
  );
  for (const path of [first!, second!]) await put(path, 1, bytes, headers);
  const commitOf = (path: string) =>
    call(
      'POST',
      `${path}/commit`,
      { ...headers, 'content-type': 'application/json' },
      JSON.stringify({ partsSha256: sha256(Buffer.from(sha256(bytes), 'hex')) }),
    );
  const admission = gateway.app.get(Admission);
  const use = { limit: 'formsOfAccount', key: actor.userId } as const;
  const leave = admission.enter([{ ...use, amount: limits.formsOfAccount.amount - 1 }]);
  const finish = await whileJoining(() => commitOf(first!));
  expect(await problem(await commitOf(second!))).toEqual([429, 'TOO_MANY']);
  const repeated = commitOf(first!);
  finish();
  expect((await repeated).status).toBe(200);
  expect((await commitOf(second!)).status).toBe(200);
  expect(admission.heldOf(use)).toBe(limits.formsOfAccount.amount - 1);
  leave();
});
