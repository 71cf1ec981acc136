import { audit } from '@tradepost/contracts/audit';
import { permissionsOfAdmin } from '@tradepost/contracts/roles';
import { accessOf, routes, type Route } from '@tradepost/contracts/routes';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';

const admin = { userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' } as const;

describe('admin routes', () => {
  let gateway: GatewayUnderTest;
  const call = ({ method, path }: Pick<Route, 'method' | 'path'>, bearer?: string) => {
    const sent = request(gateway.origin)[method.toLowerCase() as 'get' | 'post'](`/api${path.replace(/:\w+/g, 'c1')}`);
    return bearer ? sent.set('authorization', bearer) : sent;
  };
  const callAs = ({ method, path }: Route, bearer: string) => {
    const verb = method.toLowerCase() as 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete';
    const address = `/api${path.replace(/:\w+/g, '0199aaaa-0000-7000-8000-000000000000')}`;
    return request(gateway.origin)[verb](address).set('authorization', bearer);
  };
  const adminRoutes = Object.values<Route>(routes).filter(({ path }) => path.startsWith('/admin/'));

  beforeAll(async () => {
    gateway = await startGateway();
    for (const command of [audit.claim, audit.release, audit.note, audit.checkDocument, audit.remark, audit.decide])
      await gateway.stubService(command, () => ({ id: 'c1' }) as never);
  });
  afterAll(() => gateway.stop());

  it('refuse every other user before a service is called', async () => {
    const others = await Promise.all([
      gateway.signIn(),
      gateway.signIn({ kycStatus: 'Pending' }),
      gateway.signIn({ userType: 'receiver', kycStatus: 'NotRequired' }),
      gateway.signIn({ ...admin, scope: 'enrolment' }),
      gateway.signIn({ ...admin, scope: 'password-reset' }),
    ]);
    const before = new Set(gateway.calls);
    for (const route of adminRoutes) {
      expect((await call(route)).body).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      for (const { bearer } of others)
        expect((await call(route, bearer)).body).toMatchObject({ status: 403, code: 'NOT_ALLOWED' });
    }
    expect(adminRoutes.length).toBeGreaterThan(9);
    expect(
      gateway.calls.filter((one) => !before.has(one)).every(({ subject }) => subject === 'identity.actor-of'),
    ).toBe(true);
  });

  it('are all that admins have of companies: they open no content, and do no company’s work', async () => {
    const { bearer } = await gateway.signIn(admin);
    const work = Object.entries<Route>(routes).filter(([, { command }]) => {
      const permission = accessOf(command)?.permission;
      return permission !== undefined && !permissionsOfAdmin.includes(permission);
    });
    expect(work.map(([name]) => name)).toEqual(
      expect.arrayContaining(['fileContent', 'versionContent', 'filePreview', 'transferFile', 'transferArchive']),
    );
    expect(work.map(([name]) => name)).toEqual(
      expect.arrayContaining(['receivedSample', 'uploadFile', 'inviteMembers']),
    );
    const before = gateway.calls.length;
    for (const [name, route] of work) {
      const { status } = await callAs(route, bearer);
      expect({ name, status }).toEqual({ name, status: 403 });
    }
    expect(gateway.calls.slice(before).every(({ subject }) => subject === 'identity.actor-of')).toBe(true);
  });

  it("forwards an admin's work on a case, with the case from the path", async () => {
    const { bearer, actor } = await gateway.signIn(admin);
    const to = (path: string, body: object) =>
      request(gateway.origin)
        .post(`/api/admin/kyc/cases/c1/${path}`)
        .set('authorization', bearer)
        .send({ ...body, id: 'id' in body ? body.id : 'c2', caseId: 'c2' });
    for (const [path, body, subject, input] of [
      ['claim', { takeOver: true }, audit.claim.subject, { id: 'c1', takeOver: true }],
      ['release', {}, audit.release.subject, { id: 'c1' }],
      ['notes', { text: 'Seen' }, audit.note.subject, { id: 'c1', text: 'Seen' }],
      [
        'documents',
        { id: 'memorandum', decision: 'approve' },
        audit.checkDocument.subject,
        { caseId: 'c1', id: 'memorandum', decision: 'approve' },
      ],
      [
        'remarks',
        { field: 'companyDetails.city', reason: 'x' },
        audit.remark.subject,
        { id: 'c1', field: 'companyDetails.city', reason: 'x' },
      ],
      ['decision', { decision: 'approve' }, audit.decide.subject, { id: 'c1', decision: 'approve' }],
    ] as const) {
      expect((await to(path, body)).status).toBe(200);
      expect(gateway.calls.at(-1)).toMatchObject({
        subject,
        input,
        actor: { userId: actor.userId, userType: 'admin' },
      });
    }
  });
});
