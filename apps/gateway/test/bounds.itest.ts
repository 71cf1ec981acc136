import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { kyc } from '@tradepost/contracts/kyc';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { networkOf } from '@tradepost/service-kit/limits/network';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const boundary = 'form-boundary';
const delimiter = `--${boundary}\r\n`;
const field = (name: string, value: string) =>
  `${delimiter}content-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const chunk = (bytes: Buffer | string) => `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes.toString()}\r\n`;
const mb = 'x'.repeat(1024 * 1024);

let gateway: GatewayUnderTest;
let bearer: string;
beforeAll(async () => {
  gateway = await startGateway({
    HEADERS_SECONDS: '1',
    BODY_SECONDS: '2',
  });
});
// refused forms of a test before count until their connections close
beforeEach(async () => void ({ bearer } = await gateway.signIn()));
afterAll(() => gateway.stop());

/** A form of unknown length, which can stop at any byte. */
const form = (
  path = '/api/file-sharing/folders/f1/files',
  headers = 'transfer-encoding: chunked',
  authorization = bearer,
) => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\n${headers}\r\n\r\n`,
  );
  return socket;
};
const closed = (socket: Socket) => new Promise((done) => socket.once('close', done));
const answerOf = async (socket: Socket) => {
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  await closed(socket);
  return text;
};
/** Sends the same piece until the gateway hangs up, or `most` times. @returns the answer, and how often it was sent */
async function flood(socket: Socket, piece: string, most = 100) {
  const answer = answerOf(socket);
  let sent = 0;
  for (; sent < most && !socket.destroyed; sent += 1)
    if (!socket.write(chunk(piece)))
      await Promise.race([new Promise((drained) => socket.once('drain', drained)), answer]);
  // who reads on would never answer
  if (sent === most) socket.destroy();
  return { answer: await answer, sent };
}

describe('a form', () => {
  it.each([
    ['with a first part that never begins', '', mb, 400, 'MALFORMED'],
    ['with headers without end', `${delimiter}x: `, mb, 413, 'TOO_LARGE'],
    [
      'with a text without end',
      `${delimiter}content-disposition: form-data; name="note"\r\n\r\n`,
      mb,
      413,
      'TOO_LARGE',
    ],
    ['with a part that is nothing', `${delimiter}x: y\r\n\r\n`, mb, 413, 'TOO_LARGE'],
    ['with parts without end', '', field('a', '').repeat(10_000), 400, 'INVALID'],
  ])('%s is refused, and reading stops', async (_, head, piece, status, code) => {
    const socket = form();
    if (head) socket.write(chunk(head));
    const { answer, sent } = await flood(socket, piece);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"code":"${code}"`));
    expect(sent).toBeLessThan(100);
  });

  it('may have 64 KB of text in all fields together', async () => {
    const half = 'x'.repeat(33 * 1024);
    const send = (body: string) => {
      const socket = form(undefined, `content-length: ${body.length}\r\nconnection: close`);
      socket.write(body);
      return answerOf(socket);
    };
    expect(await send(field('a', half) + field('b', half))).toMatch(/^HTTP\/1.1 413 [^]*TOO_LARGE/);
    expect(await send(`${field('a', half)}${field('b', 'small')}--${boundary}--\r\n`)).toMatch(
      /^HTTP\/1.1 400 [^]*file is required/,
    );
  });

  it('may have 1 MB of kycData in addition', async () => {
    const { actor, bearer: own } = await gateway.signIn({ userType: 'sender', kycStatus: 'Pending' });
    await gateway.stubService(kyc.submit, () => ({ message: 'ok' }) as never);
    const submit = (letters: number) =>
      request(gateway.origin)
        .post('/api/auth/update-kyc')
        .set('authorization', own)
        .field('userId', actor.userId)
        .field('kycData', JSON.stringify({ text: 'x'.repeat(letters) }));
    expect((await submit(900 * 1024)).status).toBe(200);
    expect((await submit(1024 * 1024)).body).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('that announces too many bytes is refused before a byte is read', async () => {
    for (const path of ['/api/file-sharing/folders/f1/files', '/api/kyc/documents/memorandum'])
      expect(await answerOf(form(path, `content-length: ${2 * 1024 ** 3}`))).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('a slow sender', () => {
  it('of headers is disconnected', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\n');
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 408 /);
  });

  it('of a body is disconnected', async () => {
    const json = connect(gateway.port, '127.0.0.1');
    json.on('error', () => undefined);
    json.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    const upload = form();
    upload.write(chunk(`${delimiter}content-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b`));
    const beginning = form();
    beginning.write(chunk('no first part yet'));
    for (const answer of await Promise.all([answerOf(json), answerOf(upload), answerOf(beginning)]))
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('what is held at once', () => {
  // no sender is too slow for this one: what is held ends when the test ends it
  beforeAll(async () => {
    await gateway.stop();
    gateway = await startGateway({
      ...{ HEADERS_SECONDS: '10', BODY_SECONDS: '30' },
      ...{ FORMS_PER_COMPANY: '3', FORMS_PER_ACCOUNT: '2', STREAMS_PER_NETWORK: '3' },
    });
  });
  const held: { destroy(): void }[] = [];
  afterEach(() => {
    for (const one of held.splice(0)) one.destroy();
  });
  const streamOf = (token: string) =>
    new Promise<number>((resolve, reject) => {
      const call = get(`${gateway.origin}/api/events`, { headers: { authorization: token } }, ({ statusCode = 0 }) =>
        resolve(statusCode),
      ).on('error', reject);
      held.push(call);
    });

  it('live streams of a network are limited, for any accounts', async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => gateway.signIn()));
    const statuses: number[] = [];
    for (const account of accounts) statuses.push(await streamOf(account.bearer));
    expect(statuses).toEqual([200, 200, 200, 429]);
    held.pop();
    held.pop()?.destroy();
    await waitFor(async () => (await streamOf(accounts[3]!.bearer)) === 200, { what: 'a place for another stream' });
  });

  it('a caller who has reached a limit gets the answer after a second, and can do nothing else in that time', async () => {
    const { bearer: ann } = await gateway.signIn();
    const statuses: number[] = [];
    for (let status = 200; status === 200; statuses.push(status)) status = await streamOf(ann);
    const began = performance.now();
    expect(await streamOf(ann)).toBe(429);
    // a timer may come a millisecond early
    expect(performance.now() - began).toBeGreaterThanOrEqual(999);
  });

  it('a refused form counts until its connection closes, because its bytes stay in memory until then', async () => {
    const ann = await gateway.signIn();
    const socket = form(undefined, 'content-length: 5000000', ann.bearer);
    held.push(socket);
    const running = () => gateway.app.get(Admission).heldOf({ limit: 'formsOfAccount', key: ann.actor.userId });
    const atAnswer = new Promise((done) =>
      socket.once('data', (data) => done([data.toString('latin1', 9, 12), running()])),
    );
    socket.write(`${delimiter}content-disposition: form-data; name="other"; filename="a.csv"\r\n\r\n${mb}`);
    expect(await atAnswer).toEqual(['400', 1]);
    await waitFor(() => running() === 0, { what: 'the connection to close' });
  });

  it('calls count for every spelling of their address', async () => {
    const admission = gateway.app.get(Admission);
    const running = () => admission.heldOf({ limit: 'callsOfNetwork', key: networkOf('127.0.0.1') });
    for (const path of ['/api/auth/login', '/%61pi/auth/login', 'http://x/api/auth/login']) {
      const before = running();
      const socket = connect(gateway.port, '127.0.0.1');
      held.push(socket);
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n`);
      await waitFor(() => running() > before, { what: path });
      socket.destroy();
      await waitFor(() => running() === before);
    }
  });

  it('uploads of an account and of its company are limited before they are read, until others end', async () => {
    const companyId = randomUUID();
    const [ann, bob] = await Promise.all([1, 2].map(() => gateway.signIn({ companyId })));
    /** Begins a form that never ends. @returns the answer, if there is one */
    const begin = (token: string) => {
      const socket = form('/api/file-sharing/folders/f1/files', 'transfer-encoding: chunked', token);
      held.push(socket);
      const answer = answerOf(socket);
      socket.write(chunk(delimiter));
      return { answer, socket };
    };
    const admission = gateway.app.get(Admission);
    const running = () => admission.heldOf({ limit: 'formsOfCompany', key: companyId });
    /** Begins a form that is not refused: then as many are held. A refused one counts until its connection has closed. */
    const hold = async (token: string, count: number) => {
      const { answer, socket } = begin(token);
      const outcome = await Promise.race([answer, waitFor(() => running() === count && 'held')]);
      expect(outcome).toBe('held');
      return socket;
    };
    const first = await hold(ann!.bearer, 1);
    await hold(ann!.bearer, 2);
    const refused = await begin(ann!.bearer).answer;
    expect(refused).toMatch(/^HTTP\/1.1 429 [^]*retry-after: 10[^]*"code":"TOO_MANY"/);
    await hold(bob!.bearer, 3);
    expect(await begin(bob!.bearer).answer).toMatch(/^HTTP\/1.1 429 /);
    first.destroy();
    await waitFor(() => running() === 2);
    await hold(bob!.bearer, 3);
  });
});
