import { connect, type Socket } from 'node:net';
import { identity } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import { mostJsonBytes, usualJsonBytes } from '@tradepost/contracts/routes/json-bytes';
import { storage } from '@tradepost/contracts/storage';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const chunk = (bytes: string) => `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;
const piece = 'x'.repeat(16 * 1024);

let gateway: GatewayUnderTest;
let bearer: string;
beforeAll(async () => {
  gateway = await startGateway();
  ({ bearer } = await gateway.signIn());
});
afterAll(() => gateway.stop());

const closed = (socket: Socket) => new Promise((done) => socket.once('close', done));
const answerOf = async (socket: Socket) => {
  let text = '';
  socket.on('data', (data) => (text += data.toString()));
  await closed(socket);
  return text;
};

it('decodes the path, the query and JSON once', async () => {
  const inputs: unknown[] = [];
  const seen = (input: unknown) => (inputs.push(input), { message: 'seen' }) as never;
  await Promise.all(
    [storage.deleteFolder, storage.search, storage.createFolder].map((one) => gateway.stubService(one, seen)),
  );
  const own = (await gateway.signIn({ userType: 'sender' })).bearer;
  const api = () => request(gateway.origin);
  await api().delete('/api/file-sharing/folders/a%252e%2541').set('authorization', own);
  await api().get('/api/file-sharing/search?q=a%252e%2541').set('authorization', own);
  await api().post('/api/file-sharing/folders').set('authorization', own).type('json').send('{"name":"a\\\\u0041%41"}');
  expect(inputs).toMatchObject([{ name: 'a%2e%41' }, { q: 'a%2e%41' }, { name: 'a\\u0041%41' }]);
});

describe('JSON', () => {
  const login = async (body: string | Uint8Array<ArrayBuffer>, path = '/api/auth/login') => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(gateway.origin + path, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };

  it('may be 32 levels deep, with any texts', async () => {
    await gateway.stubService(identity.login, () => ({ message: 'seen' }) as never);
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}"\\"[[{{"${']'.repeat(levels - 1)}}`;
    expect((await login(nested(32))).body.code).not.toBe('MALFORMED');
    expect((await login(nested(33))).body).toMatchObject({ code: 'MALFORMED', status: 400 });
    expect((await login('['.repeat(50_000))).body).toMatchObject({ code: 'MALFORMED' });
  });

  describe('of more bytes than the route may need is refused', () => {
    const refused = /^HTTP\/1.1 413 [^]*"code":"TOO_LARGE"/;
    const post = (path: string, headers: string) => {
      const socket = connect(gateway.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${bearer}\r\ncontent-type: application/json\r\nconnection: close\r\n${headers}\r\n\r\n`,
      );
      return socket;
    };

    it.each([
      ['/api/auth/get-otp', usualJsonBytes],
      ['/api/file-requests/create', mostJsonBytes],
    ])('before a byte is read: %s', async (path, bytes) => {
      expect(await answerOf(post(path, `content-length: ${bytes + 1}`))).toMatch(refused);
    });

    it('while it is read, if its length is unknown', async () => {
      const socket = post('/api/auth/get-otp', 'transfer-encoding: chunked');
      const answer = answerOf(socket);
      for (let sent = 0; sent <= usualJsonBytes; sent += piece.length) socket.write(chunk(piece));
      expect(await answer).toMatch(refused);
    });

    it('but not below that', async () => {
      const { bearer: own } = await gateway.signIn({ userType: 'receiver' });
      await gateway.stubService(requests.create, () => ({ requests: [] }) as never);
      const create = (path: string, letters: number) =>
        request(gateway.origin)
          .post(path)
          .set('authorization', own)
          .send({ email: 'x'.repeat(letters) });
      expect((await create('/api/file-requests/create', 900 * 1024)).status).toBe(201);
      expect((await create('/api/auth/get-otp', 60 * 1024)).status).not.toBe(413);
    });
  });

  it('must be valid UTF-8', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"email":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]);
    expect((await login(bytes)).body).toMatchObject({ code: 'MALFORMED', status: 400 });
  });

  it('calls with credentials in their address are refused, and reach no service', async () => {
    const before = gateway.calls.length;
    const { body } = await login('{"email":"ann@example.com"}', '/api/auth/login?password=Correct-horse-9!');
    expect(body).toMatchObject({ code: 'INVALID', message: 'password must be in the body' });
    expect(gateway.calls.slice(before)).toEqual([]);
  });
});
