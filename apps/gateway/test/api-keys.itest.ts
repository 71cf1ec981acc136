import { randomUUID } from 'node:crypto';
import { keyScopes, type KeyScope, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { requests, type TransferView } from '@tradepost/contracts/requests';
import { routes, type Route } from '@tradepost/contracts/routes';
import { storage } from '@tradepost/contracts/storage';
import { assertUsable, isSecretOf, makeApiKey, readApiKey } from '@tradepost/service-kit/security/api-key';
import { log } from '@tradepost/service-kit/observability/logging';
import { userActor } from '@tradepost/testing/service-harness';
import request from 'supertest';
import { startGateway, type GatewayUnderTest } from './gateway-harness';
import { setDate } from '@tradepost/testing/clock';

interface StoredKey {
  actor: UserActor;
  secretHash: string;
  addresses: string[];
  expiresAt: Date;
  revokedAt: Date | null;
}

let gateway: GatewayUnderTest;
const storedKeys = new Map<string, StoredKey>();
const written: string[] = [];

/** Creates a key at identity. @returns its id and bearer header */
function give(
  scopes: readonly KeyScope[] = ['read'],
  { owner = userActor(), ...given }: Partial<StoredKey> & { owner?: UserActor } = {},
) {
  const id = randomUUID();
  const { key, secretHash } = makeApiKey(id);
  const actor = { ...owner, sessionId: id, key: { id, name: 'Nightly', scopes, mayAcceptWithoutCode: false } };
  storedKeys.set(id, {
    actor,
    secretHash,
    addresses: [],
    expiresAt: new Date(Date.now() + 60_000),
    revokedAt: null,
    ...given,
  });
  return { id, key, owner, bearer: `Bearer ${key}`, secret: key.slice(36, -8) };
}

const stats = (bearer: string) => request(gateway.origin).get('/api/file-sharing/stats').set('authorization', bearer);
const lookupsOf = (id: string) =>
  gateway.calls.filter(({ subject, input }) => subject === identity.resolveApiKeyOwner.subject && input.id === id)
    .length;

beforeAll(async () => {
  for (const level of ['debug', 'info', 'warn', 'error'] as const)
    jest.spyOn(log, level).mockImplementation((...line: unknown[]) => void written.push(JSON.stringify(line)));
  gateway = await startGateway();
  await gateway.stubService(identity.resolveApiKeyOwner, ({ id, secretHash, ip }) => {
    const key = storedKeys.get(id);
    if (!key || !isSecretOf(key.secretHash, secretHash)) throw new AppError('UNAUTHENTICATED');
    assertUsable(key, ip, new Date());
    return { actor: key.actor, addresses: key.addresses, expiresAt: key.expiresAt.toISOString() };
  });
  await gateway.stubService(storage.stats, () => ({ totalStorage: 1, usedStorage: 0, files: 0, folders: 0 }));
});
afterAll(() => gateway.stop());

describe('an API key', () => {
  it('acts as its owner, with the address of the client and the id of the key', async () => {
    const { bearer, owner, id } = give();
    await stats(bearer).set('user-agent', 'nightly/1').expect(200);
    expect(gateway.calls.at(-1)?.actor).toMatchObject({
      userId: owner.userId,
      companyId: owner.companyId,
      ip: '127.0.0.1',
      agent: 'nightly/1',
      key: { id, name: 'Nightly', scopes: ['read'] },
    });
    await stats(bearer.replace('Bearer', 'bearer')).expect(200);
  });

  it('is cached, and resolved without its secret', async () => {
    const { bearer, id } = give();
    for (let i = 0; i < 5; i += 1) await stats(bearer).expect(200);
    expect(lookupsOf(id)).toBe(1);
    expect(
      gateway.calls.find(({ subject, input }) => subject === identity.resolveApiKeyOwner.subject && input.id === id)
        ?.input,
    ).toEqual({ id, secretHash: readApiKey(bearer.slice(7))!.secretHash, ip: '127.0.0.1' });
  });

  it('is refused without a reason if the secret is wrong', async () => {
    const { id, key, bearer } = give();
    await stats(bearer).expect(200);
    const hidden = give(['read'], { revokedAt: new Date(), expiresAt: new Date(0), addresses: ['192.0.2.1'] });
    const bad = [
      makeApiKey(id).key,
      makeApiKey(randomUUID()).key,
      makeApiKey(hidden.id).key,
      `${key}x`,
      key.slice(0, -1),
      'tp_',
      'tp_x_y',
      `tp_${'0'.repeat(32)}_${'A'.repeat(51)}`,
    ];
    for (const given of bad) {
      const { status, body } = await stats(`Bearer ${given}`);
      expect([given, status, body.code, body.message]).toEqual([given, 401, 'UNAUTHENTICATED', 'Please sign in']);
    }
    await request(gateway.origin).get('/api/file-sharing/stats').set('authorization', `Basic ${key}`).expect(401);
    await request(gateway.origin).get(`/api/file-sharing/stats?key=${key}`).expect(401);
    await request(gateway.origin).get('/api/file-sharing/stats').set('cookie', `auth-token=${key}`).expect(401);
    await stats(bearer).expect(200);
  });

  it('is refused with the reason if the secret is right', async () => {
    const cases: [Partial<StoredKey>, string][] = [
      [{ revokedAt: new Date() }, 'KEY_REVOKED'],
      [{ expiresAt: new Date() }, 'KEY_EXPIRED'],
      [{ addresses: ['192.0.2.0/24'] }, 'KEY_ADDRESS'],
    ];
    for (const [given, code] of cases) {
      const { status, body } = await stats(give(['read'], given).bearer);
      expect([status, body.code]).toEqual([401, code]);
    }
    await stats(give(['read'], { addresses: ['127.0.0.0/8'] }).bearer).expect(200);
    const { status, body } = await stats(give(['upload']).bearer);
    expect([status, body.code]).toEqual([403, 'KEY_SCOPE']);
  });

  it('is refused at once, also from the cache, when it is revoked or its owner is suspended or deleted', async () => {
    const owner = userActor();
    const about = ({ id }: { id: string }) => ({
      keyId: id,
      companyId: owner.companyId!,
      userId: owner.userId,
      name: 'Nightly',
    });
    const gone = { userId: owner.userId, email: owner.email, companyId: owner.companyId };
    const ends: [(key: { id: string }) => Promise<void>, string][] = [
      [(key) => gateway.publish(identityEvents.apiKeyRevoked, about(key)), 'revoked'],
      [() => gateway.publish(identityEvents.suspended, { ...gone, reason: 'a test' }), 'suspended'],
      [() => gateway.publish(identityEvents.accountDeleted, gone), 'deleted'],
    ];
    for (const [end, how] of ends) {
      const key = give(['read'], { owner });
      await stats(key.bearer).expect(200);
      storedKeys.get(key.id)!.revokedAt = new Date();
      await stats(key.bearer).expect(200);
      await end(key);
      const { status, body } = await stats(key.bearer);
      expect([how, status, body.code]).toEqual([how, 401, 'KEY_REVOKED']);
    }
  });

  it('is refused from the next call on after its owner revokes it in this process', async () => {
    const owner = await gateway.signIn();
    const key = give(['read'], { owner: owner.actor });
    await stats(key.bearer).expect(200);
    await gateway.stubService(identity.revokeApiKey, ({ id }) => {
      storedKeys.get(id)!.revokedAt = new Date();
      return { message: 'The key was revoked' };
    });
    await request(gateway.origin).delete(`/api/api-keys/${key.id}`).set('authorization', owner.bearer).expect(200);
    const { body } = await stats(key.bearer);
    expect(body.code).toBe('KEY_REVOKED');
  });

  it('expires and is limited to its addresses, also while it is cached', async () => {
    const now = Date.now();
    setDate(now);
    const short = give(['read'], { expiresAt: new Date(now + 400) });
    await stats(short.bearer).expect(200);
    setDate(now + 450);
    const { body } = await stats(short.bearer);
    jest.useRealTimers();
    expect([body.code, lookupsOf(short.id)]).toEqual(['KEY_EXPIRED', 1]);
  });

  it('is refused while the registration is pending, like a user', async () => {
    const owner = userActor({ kycStatus: 'Pending' });
    const { bearer, id } = give(['read'], { owner });
    const { body } = await stats(bearer).expect(403);
    expect(body.code).toBe('KYC_PENDING');
    storedKeys.get(id)!.actor.kycStatus = 'Approved';
    await gateway.publish(kycEvents.statusChanged, {
      companyId: owner.companyId!,
      userId: owner.userId,
      status: 'Approved',
    } as never);
    await stats(bearer).expect(200);
  });

  it('gets no signed address, and no live updates', async () => {
    const { bearer } = give();
    const file = { fileId: 'f', size: 1, url: '/api/file-requests/t/files/f' };
    await gateway.stubService(
      requests.transfer,
      () =>
        ({
          id: 't',
          maxDownloads: null,
          files: [file],
          archive: { url: '/api/file-requests/t/archive' },
        }) as unknown as TransferView,
    );
    const { body } = await request(gateway.origin)
      .post('/api/file-requests/Id-files')
      .set('authorization', bearer)
      .send({ id: 't' })
      .expect(200);
    expect([body.files[0].url, body.archive.url]).toEqual([file.url, '/api/file-requests/t/archive']);
    const live = await request(gateway.origin).get('/api/events').set('authorization', bearer);
    expect([live.status, live.body.code]).toEqual([403, 'KEY_SCOPE']);
  });
});

describe('an upload with the key of a co-owner', () => {
  const owner = { userId: randomUUID(), email: 'ann@a.example' };
  const upload = async (during: (id: string) => Promise<void>) => {
    const given = give(['upload'], { owner: userActor({ roles: ['co-owner'], owner }) });
    const sent: string[] = [];
    await gateway.stubService(storage.beginUpload, async () => {
      await during(given.id);
      return { uploadId: 'u', objectKey: `${given.owner.companyId}/k` };
    });
    await gateway.stubService(storage.commitUpload, () => {
      sent.push('commit');
      throw new AppError('QUOTA_EXCEEDED');
    });
    await gateway.stubService(storage.abortUpload, () => (sent.push('abort'), { ok: true as const }));
    const { status, body } = await request(gateway.origin)
      .post('/api/file-sharing/folders/f/files')
      .set('authorization', given.bearer)
      .attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv');
    return { status, code: body.code as string, sent };
  };
  const of = { companyId: 'c', userId: owner.userId };
  const forget = (keyId: string) => gateway.publish(identityEvents.apiKeyRevoked, { ...of, keyId, name: '' });

  it('is completed while the key is live, although it is no longer cached', async () => {
    expect((await upload(forget)).sent).toContain('commit');
  });

  it('is refused once the key has been revoked, which it is with the role', async () => {
    const revoke = async (keyId: string) => {
      storedKeys.get(keyId)!.revokedAt = new Date();
      await forget(keyId);
    };
    expect(await upload(revoke)).toEqual({ status: 401, code: 'KEY_REVOKED', sent: ['abort'] });
  });

  it('is refused at once when the owner is suspended, although the key is cached', async () => {
    const { bearer, id } = give(['read'], { owner: userActor({ roles: ['co-owner'], owner }) });
    await stats(bearer);
    await gateway.publish(identityEvents.suspended, { ...of, email: owner.email, reason: 'test' });
    await stats(bearer);
    expect(lookupsOf(id)).toBe(2);
  });
});

describe('every route with an API key', () => {
  const every = Object.entries<Route>(routes).filter(([, { allow }]) => allow !== 'public');
  const ask = ({ method, path }: Route, bearer: string) => {
    const call = request(gateway.origin)
      [method.toLowerCase() as 'get'](`/api${path.replace(/:\w+/g, randomUUID())}`)
      .set('authorization', bearer);
    return method === 'GET' || method === 'HEAD' ? call : call.send({});
  };

  it.each(every.filter(([, { key }]) => !key))('%s accepts no key', async (_name, route) => {
    for (const userType of ['sender', 'receiver'] as const) {
      const before = gateway.calls.filter(({ subject }) => subject !== identity.resolveApiKeyOwner.subject).length;
      const { status, body } = await ask(route, give(keyScopes, { owner: userActor({ userType }) }).bearer);
      expect([status, body.code]).toEqual([403, 'KEY_SCOPE']);
      expect(gateway.calls.filter(({ subject }) => subject !== identity.resolveApiKeyOwner.subject)).toHaveLength(
        before,
      );
    }
  });

  it.each(every.filter(([, { key }]) => key === 'any'))('%s accepts any key', async (_name, route) => {
    for (const scope of keyScopes) expect([401, 403]).not.toContain((await ask(route, give([scope]).bearer)).status);
  });

  it.each(every.filter(([, { key }]) => key && key !== 'any'))(
    '%s accepts only keys with its scope',
    async (_name, route) => {
      const { status } = await ask(route, give(keyScopes.filter((scope) => scope !== route.key)).bearer);
      expect(status).toBe(403);
      expect([401, 403]).not.toContain((await ask(route, give([route.key as KeyScope]).bearer)).status);
    },
  );
});

it('no secret is logged or sent to a service', () => {
  const secrets = [...storedKeys.keys()].length;
  expect(secrets).toBeGreaterThan(50);
  const all = written.join('\n') + JSON.stringify(gateway.calls);
  expect(all).toContain('KEY_SCOPE');
  expect(all).not.toMatch(/tp_[0-9a-f]{32}_[A-Za-z0-9_-]{8}/);
});
