import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { identity, type MemberPage } from '@tradepost/contracts/identity';
import { startFixture, type Fixture } from './fixture';
import { listedMembers, membersOf } from './member-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
const { join } = membersOf(() => fixture);

type Query = Partial<In<typeof identity.members>>;
const pageFor = async (by: UserActor, query: Query) => (await fixture.call(identity.members, query, by)) as MemberPage;
const idsOf = ({ items }: Pick<MemberPage, 'items'>) => items.map(({ id }) => id);

async function team() {
  const owner = await fixture.member('sender', 'Acme');
  const people = [owner];
  for (const role of ['manager', 'uploader', 'approver', 'auditor', 'auditor'] as const)
    people.push(await join(owner, role));
  return { owner, people, ids: people.map(({ userId }) => userId) };
}

describe('the list of members in pages', () => {
  it('has everyone once, in the order of joining, by number and by cursor', async () => {
    const { owner, ids } = await team();
    const first = await pageFor(owner, { page: 1, pageSize: 4 });
    expect(first).toMatchObject({ total: 6, page: 1, pageSize: 4, next: expect.any(String) });
    const second = await pageFor(owner, { page: 2, pageSize: 4 });
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(second.next).toBeNull();
    const walked: string[] = [];
    let { next, items } = await pageFor(owner, { page: 1, pageSize: 1 });
    for (walked.push(items[0]!.id); next; walked.push(...idsOf({ items })))
      ({ next, items } = await pageFor(owner, { after: next, pageSize: 1 }));
    expect(walked).toEqual(ids);
    expect(await pageFor(owner, { page: 9 })).toMatchObject({ items: [], total: 6, next: null });
  });

  it('goes on after the last person although others left, and who joins comes last', async () => {
    const { owner, ids } = await team();
    const { next } = await pageFor(owner, { page: 1, pageSize: 3 });
    for (const id of ids.slice(1, 4)) await fixture.call(identity.removeMember, { id }, owner);
    const late = await join(owner, 'auditor');
    expect(idsOf(await pageFor(owner, { after: next!, pageSize: 10 }))).toEqual([...ids.slice(4), late.userId]);
  });

  it('is searched by a part of a name or address, by role and by permission, and finds named people', async () => {
    const { owner, people, ids } = await team();
    const [, manager, uploader] = people as [UserActor, UserActor, UserActor];
    const found = async (query: Query) => {
      const page = await pageFor(owner, { page: 1, ...query });
      expect(page.total).toBe(page.items.length);
      return idsOf(page);
    };
    expect(await found({ q: manager.email.slice(0, 20).toUpperCase() })).toEqual([manager.userId]);
    expect(await found({ q: '100%_' })).toEqual([]);
    expect(await found({ role: 'auditor' })).toEqual(ids.slice(4));
    expect(await found({ role: 'owner' })).toEqual([owner.userId]);
    expect(await found({ may: 'requests' })).toEqual(ids.slice(0, 2));
    expect(await found({ may: 'approve' })).toEqual([ids[0], ids[1], ids[3]]);
    expect(await found({ people: `${uploader.email.toUpperCase()} ${owner.userId} nobody@x.example` })).toEqual([
      owner.userId,
      uploader.userId,
    ]);
    expect(await found({ people: ids.join(' '), role: 'manager' })).toEqual([manager.userId]);
    const second = await pageFor(owner, { page: 2, pageSize: 1, role: 'auditor' });
    expect(second).toMatchObject({ total: 2, items: [{ id: ids[5] }], next: null });
  });

  it('finds nobody of another company, by whatever is asked', async () => {
    const { owner } = await team();
    const { owner: other, people } = await team();
    const [, theirs] = people as [UserActor, UserActor];
    const { next } = await pageFor(other, { page: 1, pageSize: 1 });
    for (const query of [{ people: theirs.userId }, { people: theirs.email }, { q: theirs.email }])
      expect(await pageFor(owner, { page: 1, ...query })).toMatchObject({ items: [], total: 0 });
    expect(idsOf(await pageFor(owner, { after: next! }))).not.toContain(theirs.userId);
  });

  it('refuses what is no cursor, and too many names', async () => {
    const { owner } = await team();
    const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const id = owner.userId;
    for (const after of ['x', cursor(['x', id]), cursor(['', 'x']), cursor(["'; --", id]), cursor([1, id]), cursor({})])
      await expect(pageFor(owner, { after })).rejects.toMatchObject({ code: 'INVALID', status: 400 });
    const people = Array.from({ length: 51 }, () => id).join(' ');
    await expect(pageFor(owner, { page: 1, people })).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('is a plain list of all people for callers that ask for no page', async () => {
    const { owner, ids } = await team();
    expect(idsOf({ items: await listedMembers(fixture, owner) })).toEqual(ids);
  });

  it('says who stands in for a person, and whether they are away too', async () => {
    const { owner, people } = await team();
    const [, manager] = people as [UserActor, UserActor];
    const [from, until] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)].map((at) =>
      at.toISOString(),
    );
    const away = { from: from!, until: until! };
    await fixture.call(identity.setAbsence, { ...away, delegateId: owner.userId }, manager);
    const delegate = { id: owner.userId, email: owner.email };
    const shown = async () => (await pageFor(owner, { page: 1, people: manager.userId })).items[0];
    expect(await shown()).toMatchObject({
      absence: { delegateId: owner.userId },
      delegate: { ...delegate, isAway: false },
    });
    await fixture.call(identity.setAbsence, { ...away, delegateId: null }, owner);
    expect(await shown()).toMatchObject({ delegate: { ...delegate, isAway: true } });
  });
});
