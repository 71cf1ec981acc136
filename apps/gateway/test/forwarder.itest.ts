import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identityEvents } from '@tradepost/contracts/identity';
import type { Route } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { forwardedRoutes } from '../src/http/hand-written';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
  const commands = new Set([...Object.values(forwardedRoutes).map(({ command }) => command), storage.files]);
  for (const command of commands) await gateway.stubService(command, () => ({ answeredBy: command.subject }));
});
afterAll(() => gateway.stop());

const callerOf = ({ allow }: Route): Partial<UserActor> =>
  allow === 'admin' ? { userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' } : {};

it.each(Object.entries(forwardedRoutes))(
  "forwards %s to its command, and answers with the reply and the route's status",
  async (_name, route) => {
    const { method, path, command, status = 200, idempotent, allow } = route;
    const url = `/api${path.replace(/:(\w+)/g, '$1-1')}`;
    const call = request(gateway.origin)[method.toLowerCase() as 'get'](url).set('idempotency-key', 'once');
    if (allow !== 'public') void call.set('authorization', (await gateway.signIn(callerOf(route))).bearer);
    const { status: answered, body } = await call;
    expect([answered, body]).toEqual([status, { answeredBy: command.subject }]);
    const params = [...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, `${name}-1`]);
    const last = gateway.calls.at(-1);
    expect(last).toMatchObject({
      subject: command.subject,
      input: { ...Object.fromEntries(params), ...route.fixed },
      actor: { kind: allow === 'public' ? 'public' : 'user' },
    });
    expect(last?.context.idempotency?.key).toBe(idempotent ? 'once' : undefined);
  },
);

it('passes the JSON of a service on without parsing it', async () => {
  const { bearer } = await gateway.signIn();
  const rpc = gateway.app.get(Rpc);
  const forward = rpc.forward.bind(rpc);
  const json = Buffer.from('{ "totalStorage": 1.0 }');
  const spy = jest
    .spyOn(rpc, 'forward')
    .mockImplementation((subject, ...rest) =>
      subject === storage.stats.subject ? Promise.resolve({ json }) : forward(subject, ...rest),
    );
  const stats = () => request(gateway.origin).get('/api/file-sharing/stats').set('authorization', bearer);
  const { text } = await stats().expect(200).expect('content-type', 'application/json; charset=utf-8');
  expect(text).toBe('{ "totalStorage": 1.0 }');
  spy.mockRestore();
  await stats().expect(200).expect('content-type', 'application/json; charset=utf-8');
});

it('requires a token on every forwarded route that is not public', async () => {
  for (const { method, path, allow } of Object.values(forwardedRoutes)) {
    if (allow === 'public') continue;
    const { status } = await request(gateway.origin)[method.toLowerCase() as 'get'](`/api${path}`);
    expect([path, status]).toEqual([path, 401]);
  }
});

const noFiles = { items: [], total: 0, page: 1, pageSize: 50, next: null };

describe('lists', () => {
  const get = (path: string, bearer: string, tag = '') =>
    request(gateway.origin).get(`/api${path}`).set({ authorization: bearer, 'if-none-match': tag });
  const bins = '/file-sharing/bin';

  it('answer 304 while they are unchanged, and callers may not store other answers', async () => {
    const { bearer } = await gateway.signIn();
    await gateway.stubService(storage.bin, () => ({ items: [], total: 0, page: 1, pageSize: 50 }));
    const first = await get(bins, bearer).expect(200);
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{32}"$/),
      'cache-control': 'private, no-cache',
    });
    const again = await get(bins, bearer, first.headers.etag).expect(304);
    expect([again.text, again.headers.etag, again.headers['cache-control']]).toEqual([
      '',
      first.headers.etag,
      'private, no-cache',
    ]);
    await gateway.stubService(storage.bin, () => ({ items: [], total: 1, page: 1, pageSize: 50 }));
    const changed = await get(bins, bearer, first.headers.etag).expect(200);
    expect([changed.body.total, changed.headers.etag === first.headers.etag]).toEqual([1, false]);
    const stats = await get('/file-sharing/stats', bearer).expect(200);
    expect([stats.headers.etag, stats.headers['cache-control']]).toEqual([undefined, 'no-store']);
  });

  it('answer 304 neither to another account nor without access', async () => {
    const { actor, bearer } = await gateway.signIn();
    const same = await gateway.signIn({ companyId: actor.companyId });
    let allowed = true;
    await gateway.stubService(storage.filesUnless, ({ known }) => {
      if (!allowed) throw new AppError('NOT_FOUND');
      return { version: 7, page: known === 7 ? null : noFiles };
    });
    for (const path of [bins, '/file-sharing/folders/f1/files?page=2']) {
      const { headers } = await get(path, bearer).expect(200);
      await get(path, bearer, headers.etag).expect(304);
      await get(path, same.bearer, headers.etag).expect(200);
      await get(path, 'Bearer none', headers.etag).expect(401);
    }
    const path = '/file-sharing/folders/f1/files';
    const { headers } = await get(path, bearer).expect(200);
    await get(`${path}?page=2`, bearer, headers.etag).expect(200);
    allowed = false;
    const gone = await get(path, bearer, headers.etag).expect(404);
    expect(gone.headers['cache-control']).toBe('no-store');
    allowed = true;
    gateway.setActor(actor.sessionId, null);
    await gateway.publish(identityEvents.sessionEnded, {
      userId: actor.userId,
      sessionId: actor.sessionId,
    });
    await waitFor(async () => (await get(path, bearer, headers.etag)).status === 401, { what: 'the session to end' });
  });

  it('of files are not read again while their folder is unchanged', async () => {
    const { bearer } = await gateway.signIn();
    let version = 1;
    const known: unknown[] = [];
    await gateway.stubService(storage.filesUnless, (input) => {
      known.push(input.known);
      return { version, page: input.known === version ? null : noFiles };
    });
    const path = '/file-sharing/folders/f1/files';
    const { headers } = await get(path, bearer).expect(200);
    await get(path, bearer, headers.etag).expect(304);
    await get(path, bearer, `"3.guessed", W/${headers.etag}`).expect(304);
    version = 2;
    await get(path, bearer, headers.etag).expect(200);
    await get(path, bearer, '"2.guessed"').expect(200);
    // what a caller guesses is not asked for, but what this process knows
    expect(known).toEqual([null, 1, 1, 1, 2]);
  });
});
