import { identity, identityEvents } from '@tradepost/contracts/identity';
import { permits } from '@tradepost/contracts/roles';
import { accessOf, apiBase, routes, type Route } from '@tradepost/contracts/routes';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const auditor = { roles: ['auditor'] as const };
const every = Object.entries<Route>(routes);
const mayCall = ({ command }: Route) => {
  const permission = accessOf(command)?.permission;
  return permission !== undefined && permits(auditor, permission);
};
const refused = every.filter(([, route]) => route.allow !== 'public' && !mayCall(route));

describe('an auditor', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const reached = () => gateway.calls.filter(({ subject }) => subject !== identity.actorOf.subject);

  it('has routes that it may call, and routes that it may not call', () => {
    expect(refused.length).toBeGreaterThan(80);
    expect(every.filter(([, route]) => mayCall(route)).length).toBeGreaterThan(50);
  });

  it.each(refused)('cannot call %s, and no service hears of it', async (_name, { method, path }) => {
    const { bearer } = await gateway.signIn({ userType: 'sender', ...auditor });
    const address = apiBase + path.replace(/:\w+/g, '0199aaaa-0000-7000-8000-000000000000');
    const verb = method.toLowerCase() as 'get' | 'head' | 'post' | 'patch' | 'delete';
    const answer = await request(gateway.origin)[verb](address).set('authorization', bearer);
    expect(answer.status).toBe(403);
    if (method !== 'HEAD') expect((answer.body as { code: string }).code).toBe('NOT_ALLOWED');
    expect(reached()).toEqual([]);
  });

  it('gets the reason, which is the role', async () => {
    const { bearer } = await gateway.signIn({ userType: 'sender', ...auditor });
    const { body } = await request(gateway.origin)
      .post('/api/members/invitations')
      .set('authorization', bearer)
      .expect(403);
    expect((body as { message: string }).message).toBe('Your role in this company does not allow this');
  });

  it('is refused at once when the membership has ended, although the session is cached', async () => {
    await gateway.stubService(identity.companies, () => []);
    const { actor, bearer } = await gateway.signIn({ userType: 'sender', ...auditor });
    const call = () => request(gateway.origin).get('/api/auth/companies').set('authorization', bearer);
    await call().expect(200);
    gateway.setActor(actor.sessionId, null);
    const { sessionId, userId } = actor;
    await gateway.publish(identityEvents.sessionEnded, { sessionId, userId });
    await call().expect(401);
  });
});
