import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import { identityEvents } from '@tradepost/contracts/identity';
import { storageEvents } from '@tradepost/contracts/storage';
import { userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { waitFor } from '@tradepost/testing/wait-for';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { Checkpoints } from '../src/chain/checkpoints';
import { appending } from '../src/entry/append.repository';
import { admin, metaOf, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('erasure', () => {
  const leave = ({ userId, email, companyId }: UserActor, at = new Date()) =>
    fixture.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId }, { at: at.toISOString() });
  const entriesOf = async ({ companyId }: UserActor) =>
    (await fixture.call(audit.exported, { companyId: companyId! }, admin())).entries;

  it('removes a deleted person from every chain, and all chains still verify', async () => {
    const [ann, bob] = [userActor({ companyName: 'Ann Trading' }), userActor()];
    const metaOfAnn = metaOf(ann);
    metaOfAnn.actor!.ip = '192.0.2.77';
    metaOfAnn.actor!.key = { id: uuidv7(), name: 'Ann’s laptop' };
    const invitation = {
      invitationId: uuidv7(),
      inviterUserId: bob.userId,
      companyId: bob.companyId!,
      companyName: 'Bob',
    };
    await fixture.deliverEvent(
      identityEvents.invitationSent,
      { ...invitation, email: ann.email } as never,
      metaOf(bob),
    );
    const receiver = { receiverUserId: ann.userId, receiverCompanyId: ann.companyId, version: 1 };
    const ended = {
      ...invitation,
      ...receiver,
      companyId: ann.companyId!,
      companyName: 'Ann Trading',
      email: bob.email,
    };
    await fixture.deliverEvent(
      identityEvents.partnershipEnded,
      { ...ended, receiverUserId: bob.userId, receiverCompanyId: bob.companyId, by: 'inviter' } as never,
      metaOfAnn,
    );
    await fixture.uploaded(bob, `for ${ann.email}.csv`);
    const head = await fixture.verify();

    await leave(ann);
    for (const text of [ann.email, 'Ann Trading', '192.0.2.77', 'laptop'])
      expect([text, (await tablesWith(fixture.db, text)).filter((table) => table !== 'erasure')]).toEqual([text, []]);
    expect((await entriesOf(bob)).map(({ actor, ip, message }) => [actor, ip, message])).toEqual([
      [bob.email, '127.0.0.1', `${bob.email} invited deleted person`],
      [
        'deleted person',
        'deleted address',
        `deleted company ended the partnership with ${bob.email}, by key deleted text`,
      ],
      [bob.email, '127.0.0.1', `${bob.email} uploaded for deleted person to Trade 2025`],
    ]);
    expect((await entriesOf(ann)).map(({ message }) => message).at(-1)).toBe(
      'The account of deleted person was deleted',
    );
    expect(await fixture.verify()).toMatchObject({ ok: true, entries: head.entries + 1 });
    expect(await fixture.messages(bob, 'deleted person')).toHaveLength(2);

    // what the erasure needed to know for events that are late
    await fixture.app.get(Checkpoints).sweep(new Date(Date.now() + 15 * 86_400_000));
    expect(await tablesWith(fixture.db, ann.email)).toEqual([]);
    expect(await tablesWith(fixture.db, ann.userId)).toContain('erasure');
  });

  it('applies to events that arrive later, but not to a new account with the same address', async () => {
    const [ann, bob] = [userActor(), userActor()];
    const deletedAt = new Date();
    await leave(ann, deletedAt);
    const shared = {
      folderId: uuidv7(),
      folderName: `for ${ann.email.toUpperCase()}.`,
      companyId: bob.companyId!,
      companyName: 'Bob',
    };
    const delivered = (at: number) =>
      fixture.deliverEvent(
        storageEvents.folderDelivered,
        { ...shared, emails: [ann.email] },
        { ...metaOf(bob), at: new Date(deletedAt.getTime() + at).toISOString() },
      );
    await delivered(-60_000);
    expect(await fixture.messages(bob)).toEqual([`${bob.email} delivered for deleted person to deleted person`]);
    await fixture.deliverEvent(
      storageEvents.folderDelivered,
      { ...shared, emails: [ann.email] },
      { ...metaOf(bob), actor: null, at: new Date(deletedAt.getTime() + 60_000).toISOString() },
    );
    expect(await fixture.messages(bob)).toContain('The system delivered for deleted person to deleted person');
    await delivered(60_000);
    expect(await fixture.messages(bob)).toContain(
      `${bob.email} delivered for ${ann.email.toUpperCase()}. to ${ann.email}`,
    );
    await leave(ann, new Date(deletedAt.getTime() + 120_000));
    expect((await tablesWith(fixture.db, ann.email)).filter((table) => table !== 'erasure')).toEqual([]);
    expect(await fixture.verify()).toMatchObject({ ok: true });
  });

  it('does not remove a person with an address that only contains the deleted address', async () => {
    const [ann, bob] = [userActor(), userActor()];
    await fixture.uploaded(bob, `for ${ann.email}.csv`);
    for (const email of [ann.email.slice(1), ann.email.slice(0, -1), '.*@example.com'])
      await leave(userActor({ email }));
    await fixture.uploaded(bob, `again for ${ann.email}.csv`);
    expect((await fixture.messages(bob)).sort()).toEqual([
      `${bob.email} uploaded again for ${ann.email}.csv to Trade 2025`,
      `${bob.email} uploaded for ${ann.email}.csv to Trade 2025`,
    ]);
  });

  it('waits for entries that another replica is writing, and also erases these', async () => {
    const [ann, bob] = [userActor(), userActor()];
    await fixture.uploaded(bob, 'a.csv');
    const [entry] = await entriesOf(bob);
    const replica = new Client({ connectionString: fixture.ownerUrl });
    await replica.connect();
    await replica.query('BEGIN');
    await replica.query(`SELECT pg_advisory_xact_lock_shared(hashtextextended('${appending}', 0))`);
    await replica.query(
      "INSERT INTO audit.entry_text (entry_id, place, subject, salt, text) VALUES ($1, 9, $2, 'x', $2)",
      [entry!.id, ann.email],
    );
    const left = leave(ann);
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await waitFor(async () => (await replica.query(waiting)).rowCount === 1, { what: 'the erasure to wait' });
    await replica.query('COMMIT');
    await Promise.all([left, replica.end()]);
    expect((await tablesWith(fixture.db, ann.email)).filter((table) => table !== 'erasure')).toEqual([]);
  });
});
