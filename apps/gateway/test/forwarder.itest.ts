import type { UserActor } from '@tradepost/contracts/actor';
import type { Route } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import request from 'supertest';
import { forwardedRoutes } from '../src/http/hand-written';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
  const commands = new Set(Object.values(forwardedRoutes).map(({ command }) => command));
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

it('asks for a token on every forwarded route that is not public', async () => {
  for (const { method, path, allow } of Object.values(forwardedRoutes)) {
    if (allow === 'public') continue;
    const { status } = await request(gateway.origin)[method.toLowerCase() as 'get'](`/api${path}`);
    expect([path, status]).toEqual([path, 401]);
  }
});
