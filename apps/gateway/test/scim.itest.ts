import { randomUUID } from 'node:crypto';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { routes, type Route } from '@tradepost/contracts/routes';
import { log } from '@tradepost/service-kit/observability/logging';
import { makeApiKey } from '@tradepost/service-kit/security/api-key';
import { userActor } from '@tradepost/testing/service-harness';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
const id = randomUUID();
const token = makeApiKey(id).key;
const bearer = `Bearer ${token}`;
const base = '/api/scim/v2';
const location = `https://tradepost.test${base}/Users/u`;
let isRevoked = false;
/** Of a resource that is shown. */
const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];

const scimRoutes = Object.entries<Route>(routes).filter(([, { answer }]) => answer === 'scim');

beforeAll(async () => {
  for (const level of ['info', 'warn'] as const) jest.spyOn(log, level).mockImplementation(() => undefined);
  gateway = await startGateway();
  const key = { id, name: 'Entra ID', scopes: ['scim'] as const, mayAcceptWithoutCode: false };
  await gateway.stubService(identity.resolveApiKeyOwner, () => {
    if (isRevoked) throw new AppError('KEY_REVOKED');
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    return { actor: { ...userActor(), sessionId: id, key }, addresses: [], expiresAt };
  });
  for (const [, { command }] of scimRoutes)
    await gateway.stubService(command, () => ({ schemas, answeredBy: command.subject, meta: { location } }));
});
afterAll(() => gateway.stop());

const ask = (method: string, path: string, body?: object | string, type = 'application/scim+json') => {
  const call = request(gateway.origin)
    [method.toLowerCase() as 'get'](base + path)
    .set('authorization', bearer);
  return body === undefined
    ? call
    : call.set('content-type', type).send(typeof body === 'string' ? body : JSON.stringify(body));
};
/** Supertest parses no body of this media type. */
const bodyOf = ({ text }: { text: string }) => JSON.parse(text) as Record<string, unknown>;
const last = () => gateway.calls.at(-1);

it.each(['%E0%A4%A', 'x'.repeat(600)])('an address that cannot be read is refused as SCIM: %p', async (name) => {
  const answer = await ask('GET', `/Groups/${name}`);
  expect(answer.status).toBe(400);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/scim+json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(bodyOf(answer)).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
});

it.each(scimRoutes)('%s is forwarded with the token, and answered as SCIM', async (_name, route) => {
  const { method, path, command, status = 200 } = route;
  const answer = await ask(
    method,
    path.replace('/scim/v2', '').replace(':id', 'an-id'),
    method === 'GET' ? undefined : {},
  );
  expect(answer.status).toBe(status);
  expect(last()).toMatchObject({
    subject: command.subject,
    input: path.includes(':id') ? { id: 'an-id' } : {},
    actor: { key: { name: 'Entra ID', scopes: ['scim'] } },
  });
  if (status === 204) return expect(answer.text).toBe('');
  expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect(bodyOf(answer)).toMatchObject({ answeredBy: command.subject });
  expect(answer.headers.location).toBe(status === 201 ? location : undefined);
});

it.each(scimRoutes)('%s is refused without a SCIM token, as SCIM', async (_name, { method, path }) => {
  const url = `/api${path.replace(':id', 'an-id')}`;
  const call = (authorization: string) =>
    request(gateway.origin)[method.toLowerCase() as 'get'](url).set('authorization', authorization);
  const before = gateway.calls.length;
  const anonymous = await call('');
  expect([anonymous.status, bodyOf(anonymous)]).toMatchObject([401, { status: '401', detail: 'Please sign in' }]);
  const auditor = await gateway.signIn({ roles: ['auditor'] });
  expect((await call(auditor.bearer)).status).toBe(403);
  const manager = await gateway.signIn({ roles: ['manager'] });
  expect((await call(manager.bearer)).status).toBe(403);
  const subjects = gateway.calls.slice(before).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('scim'))).toEqual([]);
});

it.each<[string, AppError, object]>([
  [
    'invalid values',
    new AppError('INVALID', { message: 'userName is required' }),
    { status: '400', scimType: 'invalidValue' },
  ],
  ['filters', new AppError('SCIM_FILTER'), { status: '400', scimType: 'invalidFilter' }],
  ['paths', new AppError('SCIM_PATH'), { status: '400', scimType: 'invalidPath' }],
  ['what exists', new AppError('SCIM_EXISTS'), { status: '409', scimType: 'uniqueness' }],
  ['the owner', new AppError('SCIM_OWNER'), { status: '409', scimType: 'mutability' }],
  ['what is unknown', new AppError('NOT_FOUND'), { status: '404' }],
  ['a limit', new AppError('TOO_MANY', { retryAfter: 7 }), { status: '429' }],
])('an error about %s has the body of RFC 7644', async (_name, error, expected) => {
  await gateway.stubService(identity.scimConfig, () => {
    throw error;
  });
  const answer = await ask('GET', '/ServiceProviderConfig');
  expect(answer.status).toBe(error.status);
  expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8');
  expect(bodyOf(answer)).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    detail: error.message,
    ...expected,
  });
  if (error.retryAfter) expect(answer.headers['retry-after']).toBe('7');
});

it('reads both media types, and refuses others, broken JSON and bodies that are too large', async () => {
  const operations = [{ op: 'replace', value: { active: false } }];
  for (const type of ['application/scim+json; charset=utf-8', 'application/json']) {
    await ask('PATCH', '/Users/u', { Operations: operations }, type).expect(200);
    expect(last()?.input).toMatchObject({ id: 'u', operations });
  }
  const refused = async (body: string, type?: string) => {
    const answer = await ask('POST', '/Users', body, type);
    return [answer.status, bodyOf(answer).scimType];
  };
  expect(await refused('a=b', 'application/x-www-form-urlencoded')).toEqual([415, undefined]);
  expect(await refused('{"userName":')).toEqual([400, 'invalidSyntax']);
  expect(await refused('[]')).toEqual([400, 'invalidSyntax']);
  expect(await refused(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toEqual([400, 'invalidSyntax']);
  expect(await refused(JSON.stringify({ userName: 'a'.repeat(70_000) }))).toEqual([413, undefined]);
  const elsewhere = request(gateway.origin)
    .post('/api/auth/sso')
    .set('content-type', 'application/scim+json')
    .send('{}');
  expect((await elsewhere).status).toBe(415);
});

it('answers 204 where there is nothing to show, such as a group with too many members', async () => {
  const shown = schemas.splice(0);
  const answer = await ask('PATCH', '/Groups/an-id', {});
  schemas.push(...shown);
  expect([answer.status, answer.text]).toEqual([204, '']);
});

it('passes on the query, and answers unknown addresses as SCIM', async () => {
  await ask('GET', '/Users?filter=userName%20eq%20%22a%40acme.example%22&startIndex=1&count=100').expect(200);
  expect(last()?.input).toMatchObject({ filter: 'userName eq "a@acme.example"', startIndex: '1', count: '100' });
  const answer = await ask('GET', '/Bulk');
  expect([answer.status, bodyOf(answer).status]).toEqual([404, '404']);
});

it('opens nothing else', async () => {
  for (const path of [
    '/api/members',
    '/api/api-keys',
    '/api/api-keys/own',
    '/api/auth/vault/ledger',
    '/api/scim/tokens',
  ])
    expect((await request(gateway.origin).get(path).set('authorization', bearer)).status).toBe(403);
});

it('ends with its revocation, without waiting', async () => {
  await ask('GET', '/Users').expect(200);
  isRevoked = true;
  const about = { keyId: id, companyId: randomUUID(), userId: randomUUID(), name: 'Entra ID' };
  await gateway.publish(identityEvents.apiKeyRevoked, about);
  const answer = await ask('GET', '/Users');
  expect([answer.status, bodyOf(answer).detail]).toEqual([401, 'This key was revoked']);
});
