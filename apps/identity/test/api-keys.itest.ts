import type { UserActor } from '@tradepost/contracts/actor';
import { acceptAllowance, maxLiveApiKeys } from '@tradepost/contracts/api-keys';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { makeApiKey, readApiKey } from '@tradepost/service-kit/security/api-key';
import { OutboxRow } from '@tradepost/service-kit/database/kit.entities';
import { log } from '@tradepost/service-kit/observability/logging';
import { userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { v7 as uuidv7 } from 'uuid';
import { ApiKeyRow } from '../src/api-key/api-key.entity';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { password, startFixture, tally, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const system = { kind: 'system', service: 'gateway' } as const;
const ip = '192.0.2.1';
const dayMs = 86_400_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ LOGIN_FAILURES_PER_ADDRESS: '8' });
});
afterAll(() => fixture.stop());

const input = { name: 'Nightly delivery', scopes: ['read', 'upload'], expiresInDays: 30, password };
const create = (who: UserActor, given: object = {}) => fixture.call(identity.createApiKey, { ...input, ...given }, who);
const list = (who: UserActor) => fixture.call(identity.apiKeys, {}, who);
const revoke = (who: UserActor, id: string) => fixture.call(identity.revokeApiKey, { id }, who);
const use = (key: string, from = ip) =>
  fixture.call(identity.resolveApiKeyOwner, { ...readApiKey(key)!, ip: from }, system);
const rowOf = (id: string) => sql(fixture.db.read).findOneByOrFail(ApiKeyRow, { id });

describe('creating a key', () => {
  it('shows the key once, stores only its hash, and informs owner and log', async () => {
    const written: string[] = [];
    const spy = jest
      .spyOn(log, 'info')
      .mockImplementation((...line: unknown[]) => void written.push(JSON.stringify(line)));
    const ann = await fixture.member();
    const { key, apiKey } = await create(ann, {
      scopes: ['read', 'accept', 'read'],
      addresses: ['192.0.2.0/24', '2001:db8::1'],
      allowance: acceptAllowance,
    });
    spy.mockRestore();
    expect(apiKey).toEqual({
      id: expect.any(String),
      name: input.name,
      prefix: expect.stringMatching(/^tp_[0-9a-f]{32}_$/),
      scopes: ['read', 'accept'],
      addresses: ['192.0.2.0/24', '2001:db8::1'],
      allowance: acceptAllowance,
      sealing: 'none',
      createdBy: ann.email,
      ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
      revokedAt: null,
      lastUsedAt: null,
      lastUsedIp: null,
    });
    expect(key.startsWith(apiKey.prefix)).toBe(true);
    expect(Date.parse(apiKey.expiresAt) - Date.parse(apiKey.createdAt)).toBe(30 * dayMs);
    expect(await list(ann)).toEqual([apiKey]);

    const about = { keyId: apiKey.id, companyId: ann.companyId, userId: ann.userId, name: input.name };
    const created = (await fixture.published(identityEvents.apiKeyCreated)).filter(({ keyId }) => keyId === apiKey.id);
    expect(created).toEqual([
      {
        ...about,
        scopes: apiKey.scopes,
        addresses: apiKey.addresses,
        expiresAt: apiKey.expiresAt,
        allowance: acceptAllowance,
        sealing: false,
      },
    ]);
    const [mail, ...more] = await fixture.mails('api-key-created', ann.email);
    expect(mail?.data).toMatchObject({
      name: input.name,
      scopes: ['read', 'accept'],
      mayAcceptWithoutCode: true,
      opensSealed: false,
      ip: ann.ip,
      link: expect.stringContaining('/profile'),
    });
    expect(more).toEqual([]);

    const secret = key.slice(apiKey.prefix.length, -8);
    expect((await rowOf(apiKey.id)).secretHash).toMatch(/^[0-9a-f]{64}$/);
    expect(await tablesWith(fixture.db, secret)).toEqual([]);
    const persisted = [await fixture.jobs('mail'), await sql(fixture.db.read).find(OutboxRow), written];
    expect(JSON.stringify(persisted)).not.toContain(secret);
    expect(JSON.stringify([await list(ann), persisted])).not.toContain((await rowOf(apiKey.id)).secretHash);
  });

  it('needs the password and changes nothing on invalid input', async () => {
    const ann = await fixture.member();
    await expect(create(ann, { password: 'not the password' })).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
    const bad: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'two\nlines' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['admin'] }, 'scopes[0]'],
      [{ scopes: undefined }, 'scopes'],
      [{ expiresInDays: 0 }, 'expiresInDays'],
      [{ expiresInDays: 366 }, 'expiresInDays'],
      [{ expiresInDays: 1.5 }, 'expiresInDays'],
      [{ expiresInDays: undefined }, 'expiresInDays'],
      [{ addresses: ['example.com'] }, 'addresses[0]'],
      [{ addresses: ['192.0.2.1', '192.0.2.0/33'] }, 'addresses[1]'],
      [{ addresses: Array.from({ length: 51 }, (_, i) => `192.0.2.${i}`) }, 'addresses'],
      [{ scopes: ['accept'], allowance: 'This key may accept requests without a code.' }, 'allowance'],
      [{ scopes: ['accept'], allowance: acceptAllowance.toLowerCase() }, 'allowance'],
      [{ scopes: ['read'], allowance: acceptAllowance }, 'allowance'],
      [{ password: undefined }, 'password'],
    ];
    for (const [given, field] of bad)
      await expect(create(ann, given)).rejects.toMatchObject({
        code: 'INVALID',
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ field })]),
      });
    expect(await list(ann)).toEqual([]);
    expect(await fixture.mails('api-key-created', ann.email)).toEqual([]);
  });

  it('is only for owners of a company: not for admins, newcomers or API keys', async () => {
    await expect(create(userActor({ userType: 'admin', companyId: null }))).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(create(userActor({ companyId: null }))).rejects.toMatchObject({ code: 'COMPANY_MISSING' });
    await expect(create(await fixture.onboarding())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const ann = await fixture.member();
    const { actor } = await use((await create(ann)).key);
    for (const call of [create(actor), list(actor), revoke(actor, actor.key!.id)])
      await expect(call).rejects.toMatchObject({ code: 'KEY_SCOPE', status: 403 });
    expect(await list(ann)).toHaveLength(1);
  });

  it('allows twenty live keys per company, also for parallel calls', async () => {
    const [ann, rita] = [await fixture.member(), await fixture.member('receiver', 'Rita Buying')];
    for (let i = 0; i < maxLiveApiKeys - 2; i += 1) await create(ann, { name: `key ${i}` });
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => create(ann)));
    expect(tally(outcomes)).toEqual({ ok: 2, KEY_LIMIT: 4 });
    expect(await list(ann)).toHaveLength(maxLiveApiKeys);
    expect(await create(rita)).toBeDefined();

    const [first, second] = await list(ann);
    await revoke(ann, first!.id);
    await sql(fixture.db.read).update(ApiKeyRow, second!.id, { expiresAt: new Date() });
    await create(ann);
    await create(ann);
    await expect(create(ann)).rejects.toMatchObject({ code: 'KEY_LIMIT', status: 409 });
    const ended = (await list(ann)).slice(-2).map(({ id }) => id);
    expect(ended.sort()).toEqual([first!.id, second!.id].sort());
    await sql(fixture.db.read).update(ApiKeyRow, first!.id, { revokedAt: new Date(Date.now() - 91 * dayMs) });
    await revoke(ann, second!.id);
    await revoke(ann, (await list(ann))[0]!.id);
    await create(ann);
    expect((await list(ann)).map(({ id }) => id)).not.toContain(first!.id);
  });
});

describe('calls with a key', () => {
  it('act as the owner and are marked with the key', async () => {
    const ann = await fixture.member();
    const plain = await create(ann, { scopes: ['accept'] });
    const { actor, addresses, expiresAt } = await use(plain.key);
    const { ip: _ip, ...owner } = ann;
    expect(actor).toEqual({
      ...owner,
      ip: '',
      sessionId: plain.apiKey.id,
      key: { id: plain.apiKey.id, name: input.name, scopes: ['accept'], mayAcceptWithoutCode: false },
    });
    expect({ addresses, expiresAt }).toEqual({ addresses: [], expiresAt: plain.apiKey.expiresAt });
    const alone = await create(ann, { scopes: ['accept'], allowance: acceptAllowance });
    expect((await use(alone.key)).actor.key).toMatchObject({ mayAcceptWithoutCode: true });
    const rita = await fixture.member('receiver', 'Rita Buying');
    expect((await use((await create(rita)).key)).actor).toMatchObject({
      userType: 'receiver',
      kycStatus: 'NotRequired',
      companyName: 'Rita Buying',
    });
  });

  it('carry the registration status', async () => {
    const ann = await fixture.member();
    const { key } = await create(ann);
    expect((await use(key)).actor.kycStatus).toBe('Pending');
    const status = {
      caseId: uuidv7(),
      companyId: ann.companyId!,
      companyName: 'Ann Trading',
      userId: ann.userId,
      email: ann.email,
      status: 'Approved' as const,
      version: 1,
      reason: null,
      verified: null,
    };
    await fixture.deliverEvent(kycEvents.statusChanged, status as never);
    expect((await use(key)).actor.kycStatus).toBe('Approved');
  });

  it('explain why a correct key is rejected, but reveal nothing for a wrong one', async () => {
    const ann = await fixture.member();
    const bound = await create(ann, { addresses: ['198.51.100.0/24'] });
    await expect(use(bound.key)).rejects.toMatchObject({ code: 'KEY_ADDRESS', status: 401 });
    await expect(use(bound.key, '198.51.100.77')).resolves.toBeDefined();
    const wrong = makeApiKey(bound.apiKey.id).key;
    await expect(use(wrong, '203.0.113.1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED', status: 401 });
    await sql(fixture.db.read).update(ApiKeyRow, bound.apiKey.id, { expiresAt: new Date() });
    await expect(use(bound.key, '198.51.100.77')).rejects.toMatchObject({ code: 'KEY_EXPIRED', status: 401 });
    await revoke(ann, bound.apiKey.id);
    await expect(use(bound.key)).rejects.toMatchObject({ code: 'KEY_REVOKED', status: 401 });
    for (const never of [wrong, makeApiKey(uuidv7()).key])
      await expect(use(never, '203.0.113.1')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('end when the owner is suspended or deleted', async () => {
    const ann = await fixture.member();
    const { key, apiKey } = await create(ann, { name: 'Gone with Ann' });
    const admin = userActor({ userType: 'admin', companyId: null });
    await fixture.call(identity.suspend, { id: ann.userId, reason: 'a test' }, admin);
    await expect(use(key)).rejects.toMatchObject({ code: 'SUSPENDED', status: 403 });
    await fixture.call(identity.restore, { id: ann.userId }, admin);
    await expect(use(key)).resolves.toBeDefined();
    const { token } = await fixture.login(ann.email);
    await fixture.call(identity.requestDeletion, { password }, (await fixture.bearer(token))!);
    await expect(use(key)).resolves.toBeDefined();
    await fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + 15 * dayMs));
    await expect(use(key, '203.0.113.2')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await tablesWith(fixture.db, 'Gone with Ann')).toEqual([]);
    expect(await tablesWith(fixture.db, apiKey.id)).toEqual([]);
  });

  it('count wrong keys as failed logins of the address, and always accept right ones', async () => {
    const ann = await fixture.member();
    const { key, apiKey } = await create(ann);
    const from = '198.51.100.200';
    const outcomes: string[] = [];
    for (let i = 0; i < 10; i += 1)
      outcomes.push(
        await use(makeApiKey(i % 2 ? apiKey.id : uuidv7()).key, from).then(
          () => 'ok',
          ({ code }: { code: string }) => code,
        ),
      );
    expect(outcomes).toEqual([...Array.from({ length: 8 }, () => 'UNAUTHENTICATED'), 'TOO_MANY', 'TOO_MANY']);
    await expect(use(key, from)).resolves.toBeDefined();
    await expect(fixture.login(ann.email, password, 'sender', { kind: 'public', ip: from })).rejects.toMatchObject({
      code: 'TOO_MANY',
    });
    await expect(fixture.login(ann.email)).resolves.toBeDefined();
  });

  it('record the last use, at most once a minute', async () => {
    const ann = await fixture.member();
    const { key, apiKey } = await create(ann, { addresses: [ip, '192.0.2.9'] });
    await expect(use(key, '203.0.113.3')).rejects.toMatchObject({ code: 'KEY_ADDRESS' });
    expect((await list(ann))[0]).toMatchObject({ lastUsedAt: null, lastUsedIp: null });
    const began = Date.now();
    await use(key);
    const versionOf = async () =>
      (
        (await sql(fixture.db.read).query('SELECT xmin FROM api_key WHERE id = $1', [apiKey.id])) as [{ xmin: string }]
      )[0].xmin;
    const [first, version] = [(await list(ann))[0], await versionOf()];
    expect(first?.lastUsedIp).toBe(ip);
    expect(Date.parse(first!.lastUsedAt!)).toBeGreaterThanOrEqual(began);
    await Promise.all(Array.from({ length: 10 }, () => use(key, '192.0.2.9')));
    expect([(await list(ann))[0], await versionOf()]).toEqual([first, version]);
    await sql(fixture.db.read).update(ApiKeyRow, apiKey.id, { lastUsedAt: new Date(Date.now() - 61_000) });
    await use(key, '192.0.2.9');
    expect((await list(ann))[0]?.lastUsedIp).toBe('192.0.2.9');
  });
});

describe('revoking a key', () => {
  it('works only for its own company, immediately and once', async () => {
    const [ann, otto] = [await fixture.member(), await fixture.member('sender', 'Otto Trading')];
    const { key, apiKey } = await create(ann);
    for (const id of [apiKey.id, uuidv7(), 'no id'])
      await expect(revoke(otto, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await list(otto)).toEqual([]);
    await expect(use(key)).resolves.toBeDefined();
    expect(await revoke(ann, apiKey.id)).toEqual({ message: 'The key was revoked' });
    await expect(use(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
    const revoked = await list(ann);
    expect(revoked[0]?.revokedAt).toEqual(expect.any(String));
    await revoke(ann, apiKey.id);
    expect(await list(ann)).toEqual(revoked);
    const published = (await fixture.published(identityEvents.apiKeyRevoked)).filter(
      ({ keyId }) => keyId === apiKey.id,
    );
    expect(published).toEqual([{ keyId: apiKey.id, companyId: ann.companyId, userId: ann.userId, name: input.name }]);
  });
});
