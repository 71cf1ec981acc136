import type { UserActor } from '@tradepost/contracts/actor';
import { requests } from '@tradepost/contracts/requests';
import { sql } from '@tradepost/service-kit/database/sql';
import { Client } from 'pg';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const search = async (q: string, actor: UserActor) => (await fixture.call(requests.search, { q }, actor)).requests;

it('finds requests by company, address and file, newest first, for both sides', async () => {
  const ann = sender({ companyName: 'Ann Trading' });
  const rita = receiver({ companyName: '100% Rita', email: 'rita_1@buyers.example' });
  const [first] = (await fixture.ask(fixture.stock(ann, 'Prices.csv', 'b.csv', 'c.csv', 'd.csv'), rita)).requests;
  const [second] = (await fixture.ask(fixture.stock(ann, 'Volumes.csv'), rita)).requests;
  const both = [second!.id, first!.id];
  const found = async (q: string, actor: UserActor) => (await search(q, actor)).map(({ id }) => id);
  for (const q of ['100% r', 'RITA_1@', '.CSV']) expect(await found(q, ann)).toEqual(both);
  expect(await found('prices', ann)).toEqual([first!.id]);
  expect(await found('ann tr', rita)).toEqual(both);
  expect(await found('%%', ann)).toEqual([]);
  expect(await found('rita_2', ann)).toEqual([]);
  expect((await search('prices', ann))[0]).toEqual({
    id: first!.id,
    role: 'sender',
    companyName: '100% Rita',
    receiverEmail: rita.email,
    status: 'pending',
    createdAt: first!.createdAt,
    files: 4,
    fileNames: ['Prices.csv', 'b.csv', 'c.csv'],
  });
  expect((await search('prices', rita))[0]).toMatchObject({ role: 'receiver', companyName: 'Ann Trading' });
});

it('never shows a request of other parties (generated)', async () => {
  const senders = Array.from({ length: 3 }, () => sender());
  const receivers = Array.from({ length: 3 }, (_, n) => receiver({ companyId: senders[n]!.companyId }));
  const may = new Map<UserActor, string[]>([...senders, ...receivers].map((one) => [one, []]));
  for (const [n, of] of senders.entries())
    for (const [m, by] of receivers.entries()) {
      if ((n + m) % 3 === 0) continue;
      const [request] = (await fixture.ask(fixture.stock(of, 'one secret.csv'), by)).requests;
      may.get(of)!.push(request!.id);
      may.get(by)!.push(request!.id);
    }
  for (const [person, ids] of may) {
    const found = await search('one secret', person);
    expect(found.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(new Set(found.map(({ role }) => role))).toEqual(new Set([person.userType]));
  }
  expect(await search('one secret', sender())).toEqual([]);
  expect(await search('one secret', receiver({ companyId: null }))).toEqual([]);
});

it('reads the newest requests of the caller’s indexes only', async () => {
  const client = new Client({ connectionString: fixture.ownerUrl });
  await client.connect();
  await client.query(`
    SET search_path = requests;
    INSERT INTO access_request (id, sender_company_id, sender_company_name, receiver_user_id, receiver_email, status, created_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'Company', gen_random_uuid(), 'x' || n || '@example.com', 'accepted', now()
    FROM generate_series(1, 20000) n`);
  await client.query('VACUUM ANALYZE');
  await client.end();
  const ann = sender();
  const query = jest.spyOn(Client.prototype as never as { query: (...args: unknown[]) => unknown }, 'query');
  await search('example', ann);
  const asked = query.mock.calls
    .map(([given]) => given as { name?: string; text: string; values: unknown[] })
    .find(({ name }) => name === 'search-requests')!;
  query.mockRestore();
  const plan = JSON.stringify(
    await sql(fixture.db.read).query(`EXPLAIN (ANALYZE, FORMAT JSON) ${asked.text}`, asked.values),
  );
  expect(plan).toContain('access_request_of_company');
  expect(plan).toContain('access_request_of_receiver');
  expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"access_request"/);
});
