import { randomUUID } from 'node:crypto';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import { identity, type MemberPage } from '@tradepost/contracts/identity';
import { sql } from '@tradepost/service-kit/database/sql';
import { grow } from '@tradepost/testing/database/grown';
import { plannedWorkOf } from '@tradepost/testing/database/plans';
import { statementsOf } from '@tradepost/testing/statements';
import { userActor } from '@tradepost/testing/service-harness';
import { CompanyRow } from '../src/company/company.entity';
import { Client } from 'pg';
import { password, startFixture, type Fixture } from './fixture';
import { membersOf } from './member-kit';

const growth = { companies: 10_000, files: 0, entries: 0 };

describe('many companies with partners', () => {
  let fixture: Fixture;
  let ann: UserActor;
  let partner: CompanyRow;
  beforeAll(async () => {
    fixture = await startFixture();
    await grow(fixture.ownerUrl, growth, ['identity']);
    const companies = await sql(fixture.db.read).find(CompanyRow, { order: { id: 'ASC' }, skip: 1_000, take: 2 });
    partner = companies[0]!;
    const { id: companyId, companyName, ownerId: userId } = companies[1]!;
    ann = userActor({ userId, companyId, companyName });
  });
  afterAll(() => fixture.stop());

  it('finds the partners of one, their keys and logos from an index of invitations', async () => {
    const { call } = fixture;
    const ask: Record<string, () => Promise<unknown>> = {
      keys: () => call(identity.contactKeys, {}, ann),
      verified: () => call(identity.verifiedPartners, {}, ann),
      logo: () => call(identity.logo, { companyId: partner.id }, ann),
    };
    for (const [name, command] of Object.entries(ask)) {
      const { pages, readWhole } = await plannedWorkOf(fixture.ownerUrl, 'identity', command);
      expect({ name, readWhole }).toEqual({ name, readWhole: expect.not.arrayContaining(['invitation', 'account']) });
      expect(pages).toBeLessThan(100);
    }
    expect(await ask.keys!()).toHaveLength(2);
  });

  it('plans no statement of a sign-in again, in a browser that the account knows', async () => {
    const { db, ownerUrl } = fixture;
    const { email } = await fixture.member();
    const device = randomUUID();
    const browser: Actor = { kind: 'public', ip: '198.51.100.7', device };
    const signIn = async () => {
      const { proof } = (await fixture.prove(email, password, browser))!;
      await fixture.call(identity.login, { email, password: proof, portal: 'sender', device }, browser);
    };
    // what others used in the last hours
    await db.source.query(
      `INSERT INTO limit_use (id, limit_name, key, amount, at)
       SELECT gen_random_uuid(), 'loginsWithoutDelay', 'other ' || n, 1, now() - n * interval '1 second' FROM generate_series(1, 20000) n`,
    );
    await vacuumed(ownerUrl);
    // each connection has its own plans, so all sign-ins use the same one
    const { max } = db.source.options.extra as { max: number };
    const held = Array.from({ length: max - 1 }, () => db.source.createQueryRunner());
    await Promise.all(held.map((runner) => runner.connect()));
    // PostgreSQL plans a statement five times before it settles
    for (let times = 0; times < 12; times += 1) await signIn();
    const names = ['account-to-sign-in', 'proof-attempt-on-device', 'sign-in-opened-session'];
    const plans: { name: string; again: number }[] = await db.source.query(
      `SELECT name, greatest(0, custom_plans::int - 5) AS again FROM pg_prepared_statements WHERE generic_plans + custom_plans > 8 ORDER BY name`,
    );
    await Promise.all(held.map((runner) => runner.release()));
    expect(plans).toEqual(names.map((name) => ({ name, again: 0 })));
  });
});

/** The owner of the tables does it: PostgreSQL skips those of others. */
async function vacuumed(ownerUrl: string) {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('VACUUM ANALYZE').finally(() => owner.end());
}

describe('a company of 500 members and 200 partners', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture();
  });
  afterAll(() => fixture.stop());
  const { joinAs } = membersOf(() => fixture);

  /** Adds people who become members of the company one after another, and others who are its partners. */
  const fill = (owner: UserActor, members = 500) =>
    fixture.db.source.query(
      `WITH people AS (INSERT INTO account SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'email', concat(n, r.email), 'address_key', concat(n, r.email)))).*
                       FROM account r, generate_series(1, 700) n WHERE r.id = $1 RETURNING id, email),
            numbered AS (SELECT id, email, row_number() OVER () AS n FROM people),
            members AS (INSERT INTO membership (company_id, account_id, roles, invitation_id, joined_at)
                        SELECT $2, id, ARRAY['manager'], gen_random_uuid(), now() + n * interval '1 second' FROM numbered WHERE n <= $3)
       INSERT INTO invitation (id, company_id, inviter_id, email, address_key, status, version, created_at, accepted_at, accepted_by)
       SELECT gen_random_uuid(), $2, $1, email, email, 'accepted', 2, now(), now(), id FROM numbered WHERE n > $3`,
      [owner.userId, owner.companyId, members],
    );

  it('costs a switch to it, and the check of a session of it, what they cost in a company of two', async () => {
    const [large, small] = [await fixture.member('sender', 'Large'), await fixture.member('sender', 'Small')];
    await fill(large);
    await fixture.db.source.query('ANALYZE');
    const system = { kind: 'system', service: 'gateway' } as const;
    const workIn = async (owner: UserActor) => {
      const person = await fixture.member('receiver', 'Own Company');
      const member = await joinAs(person, owner, 'manager');
      const asked = { sessionId: member.sessionId, enforcesRoles: true };
      const session = await plannedWorkOf(fixture.ownerUrl, 'identity', () =>
        fixture.call(identity.actorOf, asked, system),
      );
      const back = await fixture.call(identity.switchCompany, { companyId: null }, member);
      const own = (await fixture.bearer(back.token))!;
      const to = { companyId: owner.companyId };
      const switched = await plannedWorkOf(fixture.ownerUrl, 'identity', () =>
        fixture.call(identity.switchCompany, to, own),
      );
      return { session, switched };
    };
    const [inSmall, inLarge] = [await workIn(small), await workIn(large)];
    for (const what of ['session', 'switched'] as const) {
      expect({ what, readWhole: inLarge[what].readWhole }).toEqual({ what, readWhole: inSmall[what].readWhole });
      expect(inLarge[what].pages).toBeLessThanOrEqual(1.2 * inSmall[what].pages);
    }
  });

  it('lists its members in one statement, as one of one', async () => {
    const [large, small] = [await fixture.member('sender', 'Large'), await fixture.member('sender', 'Small')];
    await fill(large);
    const statementsIn = async (owner: UserActor) =>
      (await statementsOf(() => fixture.call(identity.members, {}, owner))).length;
    expect([await statementsIn(large), await statementsIn(small)]).toEqual([1, 1]);
    expect(await fixture.call(identity.members, {}, large)).toHaveLength(501);
  });

  it('lists a page of its members, the first or a later one, for what the only page of a company of 25 costs', async () => {
    const [large, small] = [await fixture.member('sender', 'Large'), await fixture.member('sender', 'Small')];
    await fill(large);
    await fill(small, 24);
    // with few members in all companies together, each count would read all of them
    for (let others = 0; others < 10; others += 1) await fill(await fixture.member('sender', 'Other'));
    // as the server does by itself: the number of members is then counted in the index alone
    await vacuumed(fixture.ownerUrl);
    const list = (owner: UserActor, more: object) => fixture.call(identity.members, { pageSize: 25, ...more }, owner);
    const { next } = (await list(large, { page: 1, pageSize: 200 })) as MemberPage;
    const workOf = async (owner: UserActor, asked: object) => {
      expect(await statementsOf(() => list(owner, asked))).toHaveLength(1);
      return plannedWorkOf(fixture.ownerUrl, 'identity', () => list(owner, asked));
    };
    const inSmall = await workOf(small, { page: 1 });
    for (const asked of [{ page: 1 }, { after: next! }]) {
      const inLarge = await workOf(large, asked);
      expect({ asked, readWhole: inLarge.readWhole }).toEqual({ asked, readWhole: inSmall.readWhole });
      expect(inLarge.pages).toBeLessThanOrEqual(1.2 * inSmall.pages);
    }
    expect(await list(large, { page: 1 })).toMatchObject({ total: 501, items: { length: 25 } });
  });
});
