import { identity, type User } from '@tradepost/contracts/identity';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.stubService(identity.signup, ({ email }) => ({ message: 'sent', email, ticket: 'the ticket' }));
  await gateway.stubService(identity.resendOtp, () => ({ message: 'sent' }));
  await gateway.stubService(identity.verifyOtp, () => ({ verified: true as const, token: 't', user: {} as User }));
});
afterAll(() => gateway.stop());

const email = 'ann@example.com';
const post = (path: string, headers: Record<string, string>, body: object) =>
  request(gateway.origin).post(`/api/auth/${path}`).set(headers).send(body);
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  ([headers['set-cookie']].flat() as (string | undefined)[])[0];
const lastTicket = () => (gateway.calls.at(-1)?.input as { ticket?: string }).ticket;
const person = { firstname: 'Ann', lastname: 'Sender', email, password: 'correct horse!' };
const cookie = '__Host-signup=from%20the%20browser';

it.each(['signup', 'signup-reciver'])(
  '%s returns its ticket to programs, and to browsers also as a cookie',
  async (path) => {
    const script = await post(path, {}, person);
    expect([script.status, script.body.ticket, cookieOf(script)]).toEqual([201, 'the ticket', undefined]);
    expect(cookieOf(await post(path, { 'x-client': 'web' }, person))).toBe(
      '__Host-signup=the%20ticket; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Strict',
    );
  },
);

it.each(['resendotp', 'otp-verification'])('%s accepts the ticket from the body or the cookie', async (path) => {
  const body = { email, otp: '12345' };
  await post(path, {}, body).expect(200);
  expect(lastTicket()).toBeUndefined();
  await post(path, { cookie }, body).expect(200);
  expect(lastTicket()).toBe('from the browser');
  await post(path, { cookie }, { ...body, ticket: 'its own' }).expect(200);
  expect(lastTicket()).toBe('its own');
  await post(path, { cookie: 'signup=injected' }, body).expect(200);
  expect(lastTicket()).toBeUndefined();
});

it('deletes the cookie once the address is verified', async () => {
  expect(cookieOf(await post('otp-verification', { cookie, 'x-client': 'web' }, { email, otp: '12345' }))).toMatch(
    /^__Host-signup=; Max-Age=0;/,
  );
});
