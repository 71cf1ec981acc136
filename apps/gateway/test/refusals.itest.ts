import { once } from 'node:events';
import { connect } from 'node:net';
import { identity } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import { log } from '@tradepost/service-kit/observability/logging';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
let lines: jest.SpyInstance;

beforeAll(async () => {
  lines = jest.spyOn(log, 'warn').mockImplementation();
  gateway = await startGateway();
});
beforeEach(() => lines.mockClear());
afterAll(() => gateway.stop());

it('logs every refusal, with ids only', async () => {
  await gateway.stubService(identity.login, () => {
    throw new AppError('BAD_CREDENTIALS');
  });
  const secret = { email: 'ann@example.com', password: 'a wrong password' };
  const { headers } = await request(gateway.origin).post('/api/auth/login').send(secret).expect(401);
  expect(lines.mock.calls).toEqual([
    [
      {
        code: 'BAD_CREDENTIALS',
        method: 'POST',
        route: '/api/auth/login',
        userId: undefined,
        sessionId: undefined,
        requestId: headers['x-request-id'],
      },
      'rejected a request',
    ],
  ]);

  lines.mockClear();
  const { actor, bearer } = await gateway.signIn();
  await request(gateway.origin).get('/api/admin/people?q=ann@example.com').set('authorization', bearer).expect(403);
  await request(gateway.origin).get('/api/auth/me').set('authorization', 'Bearer stolen').expect(401);
  expect(lines.mock.calls.map(([line]) => line)).toEqual([
    expect.objectContaining({ code: 'NOT_ALLOWED', route: '/api/admin/people', sessionId: actor.sessionId }),
    expect.objectContaining({ code: 'UNAUTHENTICATED', route: '/api/auth/me' }),
  ]);
  expect(JSON.stringify(lines.mock.calls)).not.toMatch(/ann@|stolen|wrong password/);
});

it('logs that input was refused, without the input', async () => {
  const infos = jest.spyOn(log, 'info').mockImplementation();
  await request(gateway.origin)
    .post('/api/auth/login')
    .set('content-type', 'application/json')
    .send('{"email":"ann@example.com"')
    .expect(400);
  const refused = infos.mock.calls.filter(([, words]) => words === 'rejected the input of a request');
  expect(refused).toEqual([
    [expect.objectContaining({ code: 'MALFORMED', route: '/api/auth/login', method: 'POST' }), expect.any(String)],
  ]);
  expect(JSON.stringify(infos.mock.calls)).not.toContain('ann@');
  infos.mockRestore();
});

it('does not log a missing page as a refusal', async () => {
  const { bearer } = await gateway.signIn();
  await request(gateway.origin).get('/api/nowhere').set('authorization', bearer).expect(404);
  expect(lines).not.toHaveBeenCalled();
});

/** The answer of one connection to exactly these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.end(bytes);
  await once(socket, 'close');
  return answer;
}

it('returns no request data to TRACE', async () => {
  const answer = await answerTo(
    'TRACE /api/auth/me HTTP/1.1\r\nHost: localhost\r\nCookie: auth-token=secret\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(answer).not.toContain('secret');
});

const smuggled = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
it.each([
  ['a length and chunks', `Content-Length: ${smuggled.length + 5}\r\nTransfer-Encoding: chunked`],
  ['two lengths', `Content-Length: 5\r\nContent-Length: ${smuggled.length + 5}`],
  ['chunks in disguise', `Transfer-Encoding: xchunked\r\nContent-Length: ${smuggled.length + 5}`],
  ['a space before the colon', 'Transfer-Encoding : chunked'],
])('processes no second request after a body with %s', async (_, headers) => {
  const answer = await answerTo(
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n0\r\n\r\n${smuggled}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(answer).not.toContain('"status":"up"');
});
