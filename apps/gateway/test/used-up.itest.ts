import { identity } from '@tradepost/contracts/identity';
import { limits, type LimitName } from '@tradepost/contracts/limits/table';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { waitFor } from '@tradepost/testing/wait-for';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.stubService(identity.sessions, () => []);
});
afterAll(() => gateway.stop());

const upload = () => {
  const body = new FormData();
  body.append('file', new Blob(['a,b\n1,2\n'], { type: 'text/csv' }), 'a.csv');
  return ['/api/file-sharing/folders/f1/files', { method: 'POST', body }] as const;
};
const exported = () => ['/api/account/export', { method: 'POST' }] as const;
const listed = () => ['/api/auth/sessions', {}] as const;

it.each<[LimitName, () => readonly [string, RequestInit]]>([
  ['callsOfCompany', listed],
  ['formsOfAccount', upload],
  ['formsOfCompany', upload],
  ['forms', upload],
  ['formBytesOfAccount', upload],
  ['formBytes', upload],
  ['exportsOfAccount', exported],
  ['exports', exported],
])('what %s has used up is refused with a time to try again, until it is free', async (name, callOf) => {
  const { actor, bearer } = await gateway.signIn();
  const call = async () => {
    const [path, init] = callOf();
    return fetch(gateway.origin + path, { ...init, headers: { authorization: bearer } });
  };
  // the company of a caller is known from the first call on
  await (await call()).text();
  const { per, amount, message } = limits[name];
  const key = { account: actor.userId, company: actor.companyId!, process: '' }[
    per as 'account' | 'company' | 'process'
  ];
  const admission = gateway.app.get(Admission);
  await waitFor(() => admission.heldOf({ limit: name, key }) === 0, { what: 'the end of the first call' });
  const leave = admission.enter([{ limit: name, key, amount }]);
  const refused = await call();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ code: 'TOO_MANY', message });
  leave();
  expect((await call()).status).not.toBe(429);
});
