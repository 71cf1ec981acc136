import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { ApiKeyReminders } from '../src/api-key/api-key-reminders';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { origin, password, startFixture, type Fixture } from './fixture';

const dayMs = 86_400_000;
let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const create = async (who: UserActor, expiresInDays: number, name = 'Nightly delivery') =>
  (await fixture.call(identity.createApiKey, { name, scopes: ['read'], expiresInDays, password }, who)).apiKey;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const sweep = (days: number) => fixture.app.get(ApiKeyReminders).sweep(inDays(days));
const reminders = ({ email }: UserActor) => fixture.mails('api-key-expiring', email);

it('reminds the owner once, a week before a key expires, with any number of replicas', async () => {
  const ann = await fixture.member();
  const keys = [await create(ann, 30, 'Nightly delivery'), await create(ann, 30, 'Monthly report')];
  await sweep(22.9);
  expect(await reminders(ann)).toEqual([]);
  const other = await fixture.replica({});
  await Promise.all([sweep(23.1), other.app.get(ApiKeyReminders).sweep(inDays(23.1)), sweep(23.1)]);
  await other.stop();
  await sweep(25);
  expect((await reminders(ann)).map(({ data }) => data).sort((a, b) => b.name.localeCompare(a.name))).toEqual(
    keys.map(({ name, expiresAt }) => ({
      firstName: 'Ann',
      name,
      expiresAt,
      lastUsedAt: null,
      link: `${origin}/profile`,
    })),
  );
  expect(await fixture.call(identity.apiKeys, {}, ann)).toEqual([...keys].reverse());
});

it('sends no reminder for keys that live less than two weeks, revoked or expired keys, or deleted accounts', async () => {
  const ann = await fixture.member();
  const [short, twoWeeks] = [await create(ann, 13), await create(ann, 14, 'Two weeks')];
  const revoked = await create(ann, 30);
  await fixture.call(identity.revokeApiKey, { id: revoked.id }, ann);
  await sweep(6.9);
  expect(await reminders(ann)).toEqual([]);
  await sweep(7.1);
  expect((await reminders(ann)).map(({ data }) => data.expiresAt)).toEqual([twoWeeks.expiresAt]);
  expect(short.expiresAt < twoWeeks.expiresAt).toBe(true);

  const [bob, cleo] = [await fixture.member(), await fixture.member()];
  await create(bob, 30);
  await create(cleo, 30);
  await sweep(30.1);
  await fixture.call(identity.requestDeletion, { password }, cleo);
  await fixture.app.get(DeletionSweeper).sweep(inDays(15));
  await sweep(25);
  expect(await reminders(cleo)).toEqual([]);
  // a reminder missed during a downtime is sent while the key is live
  expect(await reminders(bob)).toHaveLength(1);
  await sweep(30.1);
  expect(await reminders(ann)).toHaveLength(1);
});
