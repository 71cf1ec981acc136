import { identityEvents } from '@tradepost/contracts/identity';
import { limits } from '@tradepost/contracts/limits/table';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import type { UserActor } from '@tradepost/contracts/actor';
import { outcomesOf, receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const scenario = async () => {
  const [ann, rita] = [sender(), receiver()];
  const bob = sender({ companyId: ann.companyId, companyName: ann.companyName, roles: ['approver'] });
  return { ann, bob, rita, id: (await fixture.pending(ann, rita)).id };
};
const write = (id: string, by: UserActor, text: string, internal = false) =>
  fixture.call(requests.comment, { id, text, internal }, by);
const read = async (id: string, by: UserActor) =>
  (await fixture.call(requests.comments, { id }, by)).comments.map(({ text }) => text);

describe('comments on a request', () => {
  it('are read by both sides, the internal ones by the people of its company only', async () => {
    const { ann, bob, rita, id } = await scenario();
    await write(id, rita, '  For May, please.  ');
    await write(id, bob, 'Do we trust them?', true);
    await write(id, ann, 'Gladly.');
    expect(await read(id, bob)).toEqual(['For May, please.', 'Do we trust them?', 'Gladly.']);
    expect(await fixture.call(requests.comments, { id }, rita)).toEqual({
      next: null,
      comments: [
        expect.objectContaining({ side: 'receiver', email: rita.email, internal: false, text: 'For May, please.' }),
        expect.objectContaining({ side: 'sender', email: ann.email, internal: false, text: 'Gladly.' }),
      ],
    });
    const events = (await fixture.published(requestEvents.commented)).filter(({ requestId }) => requestId === id);
    expect(events.map(({ side, internal, byOwner }) => ({ side, internal, byOwner }))).toEqual([
      { side: 'receiver', internal: false, byOwner: false },
      { side: 'sender', internal: true, byOwner: false },
      { side: 'sender', internal: false, byOwner: true },
    ]);
    expect(JSON.stringify(events)).not.toContain('trust');
  });

  it('are of no one else, and an internal one of the receiver does not exist', async () => {
    const { ann, rita, id } = await scenario();
    await write(id, ann, 'Ours');
    for (const stranger of [sender(), receiver(), receiver({ companyId: rita.companyId })]) {
      await expect(read(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(write(id, stranger, 'Hello')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(write(id, rita, 'Psst', true)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(write(id, sender({ companyId: ann.companyId, roles: ['auditor'] }), 'Hm')).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    for (const text of ['', '   ', 'x'.repeat(2001)])
      await expect(write(id, ann, text)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await read(id, rita)).toEqual(['Ours']);
  });

  it('are the person’s own in the data of the account, and lose the address when it is deleted', async () => {
    const { ann, rita, id } = await scenario();
    await write(id, ann, 'Mine');
    await write(id, rita, 'Theirs');
    const own = await fixture.call(requests.ownComments, {}, ann);
    expect(own).toMatchObject({ total: 1, items: [{ requestId: id, text: 'Mine' }] });
    await fixture.deliverEvent(identityEvents.accountDeleted, {
      userId: ann.userId,
      email: ann.email,
      companyId: null,
    });
    expect((await fixture.call(requests.comments, { id }, rita)).comments.map(({ email }) => email)).toEqual([
      null,
      rita.email,
    ]);
  });

  it('go with a request that is withdrawn', async () => {
    const { ann, rita, id } = await scenario();
    await write(id, ann, 'Gone soon');
    await fixture.call(requests.withdraw, { id }, rita);
    await expect(read(id, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await fixture.call(requests.ownComments, {}, ann)).total).toBe(0);
  });

  it('meet a withdrawal at the same moment without a failure', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, rita, id } = await scenario();
      const { lost } = await outcomesOf([write(id, ann, 'Now'), fixture.call(requests.withdraw, { id }, rita)]);
      expect(lost.filter((code) => code !== 'NOT_FOUND')).toEqual([]);
    }
  });

  it('are all reachable, also behind hundreds of newer ones', async () => {
    const { ann, rita, id } = await scenario();
    await write(id, ann, 'Do we trust them?', true);
    await fixture.db.source.query(
      `INSERT INTO request_comment (id, request_id, author_id, email, side, internal, text, created_at)
       SELECT ('ffffffff-0000-7000-8000-' || to_char(n, 'FM000000000000'))::uuid, $1::uuid, $2::uuid, $3, 'receiver', false, n::text, now()
       FROM generate_series(1, 450) n`,
      [id, rita.userId, rita.email],
    );
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const { comments, next } = await fixture.call(requests.comments, { id, before }, ann);
      pages.push(comments.map(({ text }) => text));
      before = next ?? undefined;
    } while (before);
    expect(pages.map(({ length }) => length)).toEqual([200, 200, 51]);
    const all = pages.toReversed().flat();
    expect(all).toEqual(['Do we trust them?', ...Array.from({ length: 450 }, (_, n) => `${n + 1}`)]);
    await expect(fixture.call(requests.comments, { id, before: 'x' }, ann)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('are refused after the partnership has ended, but for internal ones', async () => {
    const { ann, bob, rita, id } = await scenario();
    await write(id, rita, 'Before');
    await fixture.deliverEvent(identityEvents.partnershipEnded, {
      invitationId: ann.userId,
      companyId: ann.companyId!,
      companyName: ann.companyName!,
      email: rita.email,
      receiverUserId: rita.userId,
      receiverCompanyId: rita.companyId,
      receiverCompanyName: rita.companyName,
      by: 'inviter',
      version: 99,
    });
    for (const by of [ann, bob, rita])
      await expect(write(id, by, 'After')).rejects.toMatchObject({ code: 'PARTNERSHIP_ENDED' });
    await write(id, bob, 'Only for us', true);
    expect(await read(id, rita)).toEqual(['Before']);
  });

  it('are limited in an hour', async () => {
    const { ann, id } = await scenario();
    for (let n = 0; n < limits.comments.amount; n += 1) await write(id, ann, `${n}`);
    await expect(write(id, ann, 'One more')).rejects.toMatchObject({ code: 'TOO_MANY' });
    expect(await read(id, ann)).toHaveLength(limits.comments.amount);
  });
});
