import type { UserActor } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { readApiKey } from '@tradepost/service-kit/security/api-key';
import { sql } from '@tradepost/service-kit/database/sql';
import { AccountRow } from '../src/account/account.entity';
import { ApiKeyReminders } from '../src/api-key/api-key-reminders';
import { MembershipRow } from '../src/member/member.entity';
import { password, startFixture, type Fixture } from './fixture';
import { membersOf } from './member-kit';

const system = { kind: 'system', service: 'gateway' } as const;
const dayMs = 86_400_000;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ LOGIN_FAILURES_PER_ADDRESS: '50' });
});
afterAll(() => fixture.stop());

const { join, change } = membersOf(() => fixture);
const input = { name: 'Nightly delivery', scopes: ['read', 'upload'], expiresInDays: 30, password };
const create = (who: UserActor, given: object = {}) => fixture.call(identity.createApiKey, { ...input, ...given }, who);
const use = async (key: string) =>
  (await fixture.call(identity.resolveApiKeyOwner, { ...readApiKey(key)!, ip: '192.0.2.1' }, system)).actor;

async function company() {
  const ann = await fixture.member('sender', 'Ann Trading');
  const cora = await join(ann, 'co-owner');
  return { ann, cora };
}

describe('the API key of a co-owner', () => {
  it('acts for the company in the name of the co-owner, and not for the company of the co-owner', async () => {
    const { ann, cora } = await company();
    const { key, apiKey } = await create(cora);
    const actor = await use(key);
    expect(actor).toMatchObject({
      ...{ userId: cora.userId, email: cora.email, roles: ['co-owner'], userType: 'sender' },
      ...{ companyId: ann.companyId, companyName: 'Ann Trading' },
      owner: { userId: ann.userId, email: ann.email },
      key: { id: apiKey.id, scopes: ['read', 'upload'] },
    });
    const own = await fixture.call(identity.ownKey, {}, actor);
    expect(own).toMatchObject({ owner: { id: ann.userId, email: ann.email, companyId: ann.companyId }, keys: null });
    await expect(fixture.call(identity.ledger, { epoch: 1, from: 1 }, actor)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
  });

  it('is listed to both with who has created it, and either revokes those of the other', async () => {
    const { ann, cora } = await company();
    const [hers, owners] = [await create(cora), await create(ann)];
    for (const reader of [ann, cora])
      expect((await fixture.call(identity.apiKeys, {}, reader)).map(({ createdBy }) => createdBy).sort()).toEqual(
        [ann.email, cora.email].sort(),
      );
    await fixture.call(identity.revokeApiKey, { id: hers.apiKey.id }, ann);
    await fixture.call(identity.revokeApiKey, { id: owners.apiKey.id }, cora);
    for (const { key } of [hers, owners]) await expect(use(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  });

  it('is reported by mail to the owner, with who has created it, and to the co-owner', async () => {
    const { ann, cora } = await company();
    await create(cora);
    const [toOwner, ...more] = await fixture.mails('api-key-created', ann.email);
    expect(toOwner?.data).toMatchObject({ name: input.name, by: cora.email });
    expect(more).toEqual([]);
    const [toCora] = await fixture.mails('api-key-created', cora.email);
    expect(toCora?.data).not.toHaveProperty('by');
  });

  it('is announced to end, to both', async () => {
    const { ann, cora } = await company();
    await create(cora, { name: 'Soon' });
    await fixture.app.get(ApiKeyReminders).sweep(new Date(Date.now() + 25 * dayMs));
    for (const { email } of [ann, cora])
      expect(await fixture.mails('api-key-expiring', email)).toMatchObject([{ data: { name: 'Soon' } }]);
  });

  it('has no sealing key, which wraps the vault of the owner', async () => {
    const { cora } = await company();
    await expect(create(cora, { epoch: 1, wrap: 'A'.repeat(80) })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: 'Only the owner creates API keys with a sealing key',
    });
  });

  it.each<[string, (ann: UserActor, cora: UserActor) => Promise<unknown>]>([
    ['gets another role', (ann, cora) => change(ann, cora, 'manager')],
    ['is removed', (ann, cora) => fixture.call(identity.removeMember, { id: cora.userId }, ann)],
    ['leaves', (ann, cora) => fixture.call(identity.leaveCompany, { companyId: ann.companyId! }, cora)],
  ])('ends when the co-owner %s, and stays ended', async (_how, end) => {
    const { ann, cora } = await company();
    const [{ key, apiKey }, owners] = [await create(cora), await create(ann)];
    await end(ann, cora);
    await expect(use(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
    expect(await fixture.published(identityEvents.apiKeyRevoked)).toContainEqual(
      expect.objectContaining({ keyId: apiKey.id, companyId: ann.companyId, userId: cora.userId }),
    );
    // a call that began before
    await expect(create(cora)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await join(ann, 'co-owner');
    await expect(use(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
    expect(await use(owners.key)).toMatchObject({ userId: ann.userId });
  });

  it('stays when the co-owner gets another role in addition', async () => {
    const { ann, cora } = await company();
    const { key } = await create(cora);
    await change(ann, cora, 'co-owner', 'downloader');
    expect((await use(key)).roles).toEqual(['co-owner', 'downloader']);
  });

  it('is refused without the role and for a deleted account, also if nothing has revoked it', async () => {
    const { ann, cora } = await company();
    const { key } = await create(cora);
    const of = { companyId: ann.companyId!, accountId: cora.userId };
    const refused = () => expect(use(key)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await sql(fixture.db.read).update(MembershipRow, of, { roles: ['manager'] });
    await refused();
    await sql(fixture.db.read).update(MembershipRow, of, { roles: ['co-owner'] });
    await sql(fixture.db.read).update(AccountRow, cora.userId, { deletedAt: new Date() });
    await refused();
    await sql(fixture.db.read).update(AccountRow, cora.userId, { deletedAt: null });
    expect(await use(key)).toMatchObject({ userId: cora.userId });
    await sql(fixture.db.read).delete(MembershipRow, of);
    await refused();
  });

  it('is refused while the owner or the co-owner is suspended', async () => {
    const { ann, cora } = await company();
    const { key } = await create(cora);
    const admin = { ...ann, userType: 'admin' as const };
    for (const { userId: id } of [ann, cora]) {
      await fixture.call(identity.suspend, { id, reason: 'test' }, admin);
      await expect(use(key)).rejects.toMatchObject({ code: 'SUSPENDED' });
      await fixture.call(identity.restore, { id }, admin);
      expect(await use(key)).toMatchObject({ userId: cora.userId });
    }
  });
});
