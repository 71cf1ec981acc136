import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { memberRoles, permits, type MemberRole } from '@tradepost/contracts/roles';
import { accessOf, apiBase, routes, type Route } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const owner = { userId: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@a.example' };
const every = Object.entries<Route>(routes).filter(([, { allow }]) => allow !== 'public');
const mayCall = (role: MemberRole, { command }: Route) => {
  const permission = accessOf(command)?.permission;
  return permission !== undefined && permits({ roles: [role] }, permission);
};

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const reached = () => gateway.calls.filter(({ subject }) => subject !== identity.actorOf.subject);
const signIn = (...roles: MemberRole[]) => gateway.signIn({ userType: 'sender', roles, owner });

/** With ids that nothing has. */
function call({ method, path }: Route, bearer: string) {
  const address = apiBase + path.replace(/:\w+/g, '0199aaaa-0000-7000-8000-000000000000');
  const verb = method.toLowerCase() as 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete';
  return request(gateway.origin)[verb](address).set('authorization', bearer);
}

describe.each(memberRoles)('%s', (role) => {
  const refused = every.filter(([, route]) => !mayCall(role, route));
  const allowed = every.filter(([, route]) => mayCall(role, route));

  it('has routes that it may call, and routes that it may not call', () => {
    expect(refused.length).toBeGreaterThan(role === 'co-owner' ? 25 : 50);
    expect(allowed.length).toBeGreaterThan(50);
  });

  it.each(refused)('cannot call %s, and no service hears of it', async (_name, route) => {
    const { bearer } = await signIn(role);
    const before = reached().length;
    const answer = await call(route, bearer);
    expect(answer.status).toBe(403);
    if (route.answer === 'scim') expect(answer.body).toMatchObject({ status: '403', detail: expect.any(String) });
    else if (route.method !== 'HEAD') expect((answer.body as { code: string }).code).toBe('NOT_ALLOWED');
    expect(reached()).toHaveLength(before);
  });

  it.each(allowed)('is not refused %s for its role', async (_name, route) => {
    const { bearer } = await signIn(role);
    const { status, body } = await call(route, bearer);
    expect({ status, body: body as unknown }).not.toMatchObject({ status: 403 });
  });
});

it('gets the reason, which is the role', async () => {
  const { bearer } = await signIn('auditor');
  const { body } = await request(gateway.origin)
    .post('/api/members/invitations')
    .set('authorization', bearer)
    .expect(403);
  expect((body as { message: string }).message).toBe('Your role in this company does not allow this');
});

it('may do what any of its roles may', async () => {
  const { bearer } = await signIn('uploader', 'downloader');
  for (const route of [routes.createFolder, routes.createRequest])
    expect((await call(route, bearer)).status).not.toBe(403);
  expect((await call(routes.deliver, bearer)).status).toBe(403);
});

it('is refused at once when the membership has ended, although the session is cached', async () => {
  await gateway.stubService(identity.companies, () => []);
  const { actor, bearer } = await signIn('auditor');
  const companies = () => request(gateway.origin).get('/api/auth/companies').set('authorization', bearer);
  await companies().expect(200);
  gateway.setActor(actor.sessionId, null);
  const { sessionId, userId } = actor;
  await gateway.publish(identityEvents.sessionEnded, { sessionId, userId });
  await companies().expect(401);
});

it('has other roles at once, although the session is cached', async () => {
  const { actor, bearer } = await signIn('manager');
  const invitations = () => call(routes.memberInvitations, bearer);
  await gateway.stubService(identity.memberInvitations, () => []);
  expect((await invitations()).status).toBe(200);
  gateway.setActor(actor.sessionId, { ...actor, roles: ['auditor'] });
  const { userId, email } = actor;
  const member = { companyId: actor.companyId as string, companyName: '', userId, email };
  const changed = { ...member, before: ['manager'], roles: ['auditor'], by: 'person' } as const;
  await gateway.publish(identityEvents.memberRolesChanged, changed);
  expect((await invitations()).status).toBe(403);
});

it('has the keys of the company at once, and no longer once they are taken, although the session is cached', async () => {
  const { actor, bearer } = await signIn('uploader');
  const seen: unknown[] = [];
  await gateway.stubService(storage.folders, (_input, caller) => {
    seen.push(caller.kind === 'user' && caller.hasKeys);
    return [];
  });
  const { userId, email } = actor;
  const member = { companyId: actor.companyId as string, companyName: '', userId, email };
  await call(routes.folders, bearer);
  for (const given of [true, false]) {
    gateway.setActor(actor.sessionId, { ...actor, ...(given && { hasKeys: true }) });
    await gateway.publish(identityEvents.companyKeyChanged, { ...member, given });
    await call(routes.folders, bearer);
  }
  expect(seen).toEqual([undefined, true, undefined]);
});

it.each([
  ['was removed', null, 401],
  ['has lost the role', ['auditor'] as const, 403],
])('completes no upload once the person %s', async (_what, roles, status) => {
  const { actor, bearer } = await signIn('uploader');
  const { sessionId, userId } = actor;
  const sent: string[] = [];
  await gateway.stubService(storage.beginUpload, async () => {
    gateway.setActor(sessionId, roles && { ...actor, roles });
    await gateway.publish(identityEvents.sessionEnded, { sessionId, userId });
    return { uploadId: 'u', objectKey: `${actor.companyId}/k` };
  });
  await gateway.stubService(storage.commitUpload, () => {
    sent.push('commit');
    throw new AppError('INTERNAL');
  });
  await gateway.stubService(storage.abortUpload, () => {
    sent.push('abort');
    return { ok: true as const };
  });
  const answer = await request(gateway.origin)
    .post('/api/file-sharing/folders/f/files')
    .set('authorization', bearer)
    .attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv');
  expect({ status: answer.status, sent }).toEqual({ status, sent: ['abort'] });
});
