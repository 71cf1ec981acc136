import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kyc } from '@tradepost/contracts/kyc';
import type { MemberRole } from '@tradepost/contracts/roles';
import { storage } from '@tradepost/contracts/storage';
import { makeApiKey } from '@tradepost/service-kit/security/api-key';
import { userActor } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import request from 'supertest';
import { objectKeys, startGateway, type GatewayUnderTest } from './gateway-harness';
import { boundary, formTail, sendForm } from './raw-upload';

const owner = { userId: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@a.example' };
/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let gateway: GatewayUnderTest;
/** What changes something, as the services got it. */
let changes: string[];
const registration = { data: {} as never, user: {} as never, review: {} as never };
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.stubService(kyc.checkDocumentRoom, () => ({ ok: true as const }));
  await gateway.stubService(kyc.attachDocument, () => (changes.push('document'), registration));
  await gateway.stubService(kyc.submit, () => (changes.push('submission'), registration));
  await gateway.stubService(identity.setLogo, () => (changes.push('logo'), { message: 'The logo was saved' }));
  await gateway.stubService(storage.stats, () => ({ totalStorage: 1, usedStorage: 0, files: 0, folders: 0 }));
});
beforeEach(() => (changes = []));
afterAll(() => gateway.stop());

const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;

/** Sends a form with a file that stops half-way until the call was let in and `halfWay` has run. @returns the status */
async function sendSlowly(path: string, who: UserActor & { bearer: string }, head: string, halfWay: () => unknown) {
  const letIn = () =>
    gateway.calls.some(
      ({ subject, input }) => subject === identity.actorOf.subject && input.sessionId === who.sessionId,
    );
  const total = head.length + png.length + formTail.length;
  const to = { port: gateway.port, path, bearer: who.bearer };
  const socket = sendForm(to, { 'content-length': total }, head, png.subarray(0, 40));
  await waitFor(letIn, { what: 'the call to be let in' });
  await halfWay();
  socket.write(png.subarray(40));
  socket.write(formTail);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(answer.toString().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
}

describe.each<[string, string, (who: UserActor) => string]>([
  ['a logo', '/api/company/logo', () => fileHead('file')],
  ['a document of the registration', '/api/kyc/documents/memorandum', () => fileHead('file')],
  [
    'the registration',
    '/api/auth/update-kyc',
    ({ userId }) => field('userId', userId) + field('kycData', '{}') + fileHead('memorandum'),
  ],
])('%s that a co-owner is sending', (_what, path, headOf) => {
  const send = async (halfWay: (who: UserActor) => unknown) => {
    const { actor, bearer } = await gateway.signIn({ userType: 'sender', roles: ['co-owner'], owner });
    return sendSlowly(path, { ...actor, bearer }, headOf(actor), () => halfWay(actor));
  };

  it('arrives while the person has the role', async () => {
    expect(await send(() => undefined)).toBeLessThan(300);
    expect(changes).toHaveLength(1);
  });

  it.each<[string, readonly MemberRole[] | null, number]>([
    ['was removed', null, 401],
    ['is a manager now', ['manager'], 403],
  ])('changes nothing once the person %s', async (_how, roles, status) => {
    const objects = await objectKeys(gateway.store);
    const dismiss = async (actor: UserActor) => {
      gateway.setActor(actor.sessionId, roles && { ...actor, roles });
      await gateway.publish(identityEvents.sessionEnded, { sessionId: actor.sessionId, userId: actor.userId });
    };
    expect(await send(dismiss)).toBe(status);
    expect(changes).toEqual([]);
    expect(await objectKeys(gateway.store)).toEqual(objects);
  });
});

it('an owner completes no upload with a session that has ended', async () => {
  const { actor, bearer } = await gateway.signIn({ userType: 'sender' });
  const { sessionId, userId } = actor;
  await gateway.stubService(storage.beginUpload, async () => {
    gateway.setActor(sessionId, null);
    await gateway.publish(identityEvents.sessionEnded, { sessionId, userId });
    return { uploadId: 'u', objectKey: `${actor.companyId}/k` };
  });
  await gateway.stubService(storage.commitUpload, () => {
    changes.push('upload');
    throw new AppError('INTERNAL');
  });
  await gateway.stubService(storage.abortUpload, () => ({ ok: true as const }));
  const { status } = await request(gateway.origin)
    .post('/api/file-sharing/folders/f/files')
    .set('authorization', bearer)
    .attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv');
  expect({ status, changes }).toEqual({ status: 401, changes: [] });
});

describe('once the call was answered, and before any event arrives,', () => {
  const stats = (bearer: string) => request(gateway.origin).get('/api/file-sharing/stats').set('authorization', bearer);

  /** A co-owner with a session and an API key, both cached. `dismiss` is what identity does at the call. */
  async function dismissed(how: 'removed' | 'changed' | 'suspended') {
    const by = await gateway.signIn(how === 'suspended' ? { userType: 'admin' } : { userType: 'sender', ...owner });
    const cora = await gateway.signIn({ userType: 'sender', roles: ['co-owner'], owner });
    const [id, { actor }] = [randomUUID(), cora];
    const { key, secretHash } = makeApiKey(id);
    const acting = userActor({
      ...actor,
      sessionId: id,
      key: { id, name: 'Nightly', scopes: ['read'], mayAcceptWithoutCode: false },
    });
    let live = true;
    await gateway.stubService(identity.resolveApiKeyOwner, (input) => {
      if (!live || input.secretHash !== secretHash) throw new AppError('KEY_REVOKED');
      return { actor: acting, addresses: [], expiresAt: new Date(Date.now() + 60_000).toISOString() };
    });
    const end = () => {
      live = false;
      gateway.setActor(actor.sessionId, how === 'changed' ? { ...actor, roles: [] } : null);
      return { message: 'done' };
    };
    await gateway.stubService(identity.removeMember, end);
    await gateway.stubService(identity.changeMemberRoles, end);
    await gateway.stubService(identity.suspend, () => (end(), {} as never));
    for (const bearer of [cora.bearer, `Bearer ${key}`]) await stats(bearer).expect(200);
    const { userId } = actor;
    const asked = {
      removed: () => request(gateway.origin).delete(`/api/members/${userId}`),
      changed: () => request(gateway.origin).patch(`/api/members/${userId}`),
      suspended: () => request(gateway.origin).post(`/api/admin/people/${userId}/suspend`),
    }[how]();
    await asked.set('authorization', by.bearer).send({}).expect(200);
    return { session: await stats(cora.bearer), program: await stats(`Bearer ${key}`) };
  }

  it.each([
    ['removed', 401],
    ['changed', 403],
    ['suspended', 401],
  ] as const)('the session and the API key of a co-owner who was %s do nothing', async (how, status) => {
    const { session, program } = await dismissed(how);
    expect([session.status, program.status]).toEqual([status, 401]);
  });
});
