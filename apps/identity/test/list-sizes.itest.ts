import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand } from '@tradepost/contracts/define';
import { identity } from '@tradepost/contracts/identity';
import { startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** Below a message of the bus (`deploy/nats.conf`). */
const mostBytes = 7 * 1024 ** 2;
/** More than one answer can have. */
const times = 31_000;
const email = (n: string) =>
  `concat(${n}, '-', repeat('x', 50), '@', repeat('d', 60), '.', repeat('e', 60), '.example')`;

/** Copies a row; each copy has another time before the one before it. */
const copies = (table: string, where: string, changed: string) => `
  INSERT INTO ${table} SELECT (jsonb_populate_record(r, ${changed})).* FROM ${table} r, generate_series(1, ${times}) n WHERE ${where}`;

const invited = (owner: UserActor) =>
  fixture.db.source.query(
    copies(
      'invitation',
      'r.company_id = $1',
      `jsonb_build_object('id', gen_random_uuid(), 'email', ${email('n')}, 'address_key', concat(n, '@', r.id))`,
    ),
    [owner.companyId],
  );
const accounts = (id: string, more: string, values: unknown[]) =>
  fixture.db.source.query(
    `WITH people AS (INSERT INTO account SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'email', ${email('n')}, 'address_key', concat(n, '@', r.id)))).*
       FROM account r, generate_series(1, ${times}) n WHERE r.id = $1 RETURNING id) ${more}`,
    [id, ...values],
  );

type Owner = UserActor & { companyId: string };
const lists: [string, AnyCommand[], (owner: Owner) => Promise<unknown>][] = [
  [
    'sent and pending invitations, and addresses to deliver to,',
    [identity.sentInvitations, identity.pendingInvitations, identity.deliverableEmails],
    invited,
  ],
  [
    'received invitations',
    [identity.receivedInvitations],
    async (owner) => {
      const other = (await fixture.member('sender', 'Other')) as Owner;
      await fixture.call(identity.invite, { email: other.email, emails: [owner.email] }, other);
      await accounts(
        other.userId,
        `, companies AS (INSERT INTO company SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'owner_id', people.id))).*
           FROM company c, people WHERE c.id = $2 RETURNING id)
         INSERT INTO invitation SELECT (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'company_id', companies.id))).*
         FROM invitation i, companies WHERE i.company_id = $2`,
        [other.companyId],
      );
    },
  ],
  [
    'members',
    [identity.members],
    (owner) =>
      accounts(
        owner.userId,
        `INSERT INTO membership (company_id, account_id, roles, invitation_id, joined_at) SELECT $2, id, ARRAY['auditor'], gen_random_uuid(), now() FROM people`,
        [owner.companyId],
      ),
  ],
  [
    'contacts',
    [identity.contactKeys],
    (owner) =>
      accounts(
        owner.userId,
        `INSERT INTO invitation (id, company_id, inviter_id, email, address_key, status, version, created_at, accepted_at, accepted_by)
         SELECT gen_random_uuid(), $2, $1, id || '@x.example', id || '@x.example', 'accepted', 2, now(), now(), id FROM people`,
        [owner.companyId],
      ),
  ],
  [
    'open invitations of members',
    [identity.memberInvitations],
    (owner) =>
      fixture.db.source.query(
        `INSERT INTO member_invitation (id, company_id, inviter_id, email, address_key, roles, created_at, expires_at)
         SELECT gen_random_uuid(), $1, $2, ${email('n')}, concat(n, $3::text), ARRAY['auditor'], now(), now() + interval '1 day' FROM generate_series(1, ${times}) n`,
        [owner.companyId, owner.userId, randomUUID()],
      ),
  ],
];

describe('lists without pages', () => {
  it.each(lists)('of %s fit into a message of the bus, however many there are', async (_what, commands, fill) => {
    const owner = (await fixture.member('sender', 'Large')) as Owner;
    await fixture.call(identity.invite, { email: owner.email, emails: [`${randomUUID()}@partner.example`] }, owner);
    const answers = async () => {
      const all: string[] = [];
      for (const command of commands) all.push(JSON.stringify(await fixture.call(command, {}, owner)));
      return all;
    };
    for (const before of await answers()) expect(before.length).toBeLessThan(2_000);
    await fill(owner);
    for (const after of await answers()) {
      expect(Buffer.byteLength(after)).toBeLessThan(mostBytes);
      expect(after.length).toBeGreaterThan(5 * 1024 ** 2);
    }
  });
});
