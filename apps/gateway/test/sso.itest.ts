import { identity, type User } from '@tradepost/contracts/identity';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.stubService(identity.startSso, () => ({ url: 'https://login.example.com/auth' }));
  await gateway.stubService(identity.finishSso, () => ({ token: 't', user: {} as User }));
  await gateway.stubService(identity.ssoLogout, () => ({ message: 'The sessions were ended' }));
});
afterAll(() => gateway.stop());

const company = '01890a5d-ac96-774b-bcce-b302099a8058';
const post = (path: string, headers: Record<string, string>, body: object | string) =>
  request(gateway.origin).post(`/api/auth/sso${path}`).set(headers).send(body);
const cookiesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  [headers['set-cookie']].flat() as (string | undefined)[];
const lastInput = () => gateway.calls.at(-1)?.input as Record<string, string | undefined>;
const web = { 'x-client': 'web' };
const email = 'ann@example.com';

it('binds a sign-in to a cookie that no script and no other site can use', async () => {
  const started = await post('', web, { email, browser: 'of the caller' }).expect(200);
  const [cookie] = cookiesOf(started);
  expect(cookie).toMatch(/^__Host-sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const { browser } = lastInput();
  expect(browser).toMatch(/^[0-9a-f]{64}$/);
  const same = { ...web, cookie: cookie!.split(';', 1)[0]! };
  await post('', same, { email }).expect(200);
  expect(lastInput().browser).toBe(browser);

  const finished = await post(`/${company}/finish`, same, { parameters: 'code=c', browser: 'of the caller' }).expect(
    200,
  );
  expect(lastInput()).toMatchObject({ browser, companyId: company, binding: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(cookiesOf(finished)[0]).toMatch(/^__Host-sid=/);
  await post(`/${company}/finish`, web, { parameters: 'code=c', browser }).expect(200);
  expect(lastInput().browser).toBeUndefined();
});

it('starts nothing for a program, which has no cookies', async () => {
  const started = await post('', {}, { email, browser: 'of the caller' }).expect(200);
  expect([cookiesOf(started)[0], lastInput().browser]).toEqual([undefined, undefined]);
});

it('takes the form of a logout token, and no other form', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const token = 'a'.repeat(3_000);
  await post(`/${company}/logout`, form, `logout_token=${token}`).expect(200);
  expect(lastInput()).toMatchObject({ companyId: company, logoutToken: token });
  await post('', form, 'email=ann%40example.com').expect(415);
  await post(`/${company}/logout`, form, `logout_token=${'a'.repeat(30_000)}`).expect(413);
});
