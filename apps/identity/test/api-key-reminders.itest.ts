import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { ApiKeyReminders } from '../src/api-key-reminders';
import { DeletionSweeper } from '../src/deletion.sweeper';
import { origin, password, startStage, type Stage } from './stage';

const dayMs = 86_400_000;
let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const create = async (who: UserActor, expiresInDays: number, name = 'Nightly delivery') =>
  (await stage.call(identity.createApiKey, { name, scopes: ['read'], expiresInDays, password }, who)).apiKey;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const sweep = (days: number) => stage.app.get(ApiKeyReminders).sweep(inDays(days));
const reminders = ({ email }: UserActor) => stage.mails('api-key-expiring', email);

it('an owner is told once, a week before a key ends, however many replicas look', async () => {
  const ann = await stage.member();
  const keys = [await create(ann, 30, 'Nightly delivery'), await create(ann, 30, 'Monthly report')];
  await sweep(22.9);
  expect(await reminders(ann)).toEqual([]);
  const other = await stage.replica({});
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
  expect(await stage.call(identity.apiKeys, {}, ann)).toEqual([...keys].reverse());
});

it('nobody is told of a key that lives less than two weeks, was revoked, has ended or went with its account', async () => {
  const ann = await stage.member();
  const [short, twoWeeks] = [await create(ann, 13), await create(ann, 14, 'Two weeks')];
  const revoked = await create(ann, 30);
  await stage.call(identity.revokeApiKey, { id: revoked.id }, ann);
  await sweep(6.9);
  expect(await reminders(ann)).toEqual([]);
  await sweep(7.1);
  expect((await reminders(ann)).map(({ data }) => data.expiresAt)).toEqual([twoWeeks.expiresAt]);
  expect(short.expiresAt < twoWeeks.expiresAt).toBe(true);

  const [bob, cleo] = [await stage.member(), await stage.member()];
  await create(bob, 30);
  await create(cleo, 30);
  await sweep(30.1);
  await stage.call(identity.requestDeletion, { password }, cleo);
  await stage.app.get(DeletionSweeper).sweep(inDays(15));
  await sweep(25);
  expect(await reminders(cleo)).toEqual([]);
  // one whose time of being told was slept through is told while it still lives
  expect(await reminders(bob)).toHaveLength(1);
  await sweep(30.1);
  expect(await reminders(ann)).toHaveLength(1);
});
