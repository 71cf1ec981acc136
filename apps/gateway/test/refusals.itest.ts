import { once } from 'node:events';
import { connect } from 'node:net';
import { identity } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import { log } from '@tradepost/service-kit/logging';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
const lines = jest.spyOn(log, 'warn').mockImplementation();

beforeAll(async () => {
  gateway = await startGateway();
}, 60_000);
beforeEach(() => lines.mockClear());
afterAll(() => gateway.stop(), 30_000);

it('leaves a line of every refusal, with ids alone', async () => {
  await gateway.neighbour(identity.login, () => {
    throw new AppError('BAD_CREDENTIALS');
  });
  const secret = { email: 'ann@example.com', password: 'a wrong password' };
  const { headers } = await request(gateway.origin).post('/api/auth/login').send(secret).expect(401);
  expect(lines.mock.calls).toEqual([[{ code: 'BAD_CREDENTIALS', method: 'POST', route: '/api/auth/login', userId: undefined, sessionId: undefined, requestId: headers['x-request-id'] }, 'a call was refused']]);

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

it('leaves no line of what was merely not there', async () => {
  const { bearer } = await gateway.signIn();
  await request(gateway.origin).get('/api/nowhere').set('authorization', bearer).expect(404);
  expect(lines).not.toHaveBeenCalled();
});

it('gives nothing back to TRACE', async () => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.end('TRACE /api/auth/me HTTP/1.1\r\nHost: localhost\r\nCookie: auth-token=secret\r\nConnection: close\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(answer).not.toContain('secret');
});
