import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { newEmail, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const search = async (q: string, actor: UserActor) =>
  (await fixture.call(identity.searchPartners, { q }, actor)).partners;
const invite = (by: UserActor, email: string) => fixture.call(identity.invite, { emails: [email] }, by);
const acceptAll = async (by: UserActor) => {
  for (const { id } of await fixture.call(identity.receivedInvitations, { email: by.email }, by))
    await fixture.call(identity.acceptInvitation, { id }, by);
};

it('finds partners by address and company on both sides, and no ended one', async () => {
  const ann = await fixture.member('sender', 'Ann 100% Trading');
  const rita = await fixture.member('receiver', 'Rita_Buying', newEmail('rita_1'));
  const waiting = newEmail('waiting');
  await invite(ann, rita.email);
  await invite(ann, waiting);
  // the company of a partner who has not accepted is not shown
  expect(await search('rita_buying', ann)).toEqual([]);
  await acceptAll(rita);
  expect(await search('RITA_B', ann)).toEqual([
    { id: expect.any(String), role: 'invited', email: rita.email, companyName: 'Rita_Buying', status: 'accepted' },
  ]);
  expect(await search('rita b', ann)).toEqual([]);
  expect(await search('%%', ann)).toEqual([]);
  expect(await search('WAITING.', ann)).toMatchObject([{ email: waiting, companyName: null, status: 'pending' }]);
  const [inviter] = await search('100% tr', rita);
  expect(inviter).toMatchObject({ role: 'inviter', email: ann.email, companyName: 'Ann 100% Trading' });
  await fixture.call(identity.endInvitation, { id: inviter!.id }, rita);
  expect(await search('rita_b', ann)).toEqual([]);
  expect(await search('100% tr', rita)).toEqual([]);
});

it('never shows partners of others (generated)', async () => {
  const senders = [await fixture.member('sender', 'Shared 0'), await fixture.member('sender', 'Shared 1')];
  const receivers = [await fixture.member('receiver', 'Shared 2'), await fixture.member('receiver', 'Shared 3')];
  const everyone = [...senders, ...receivers];
  const may = new Map(everyone.map((one) => [one, new Set<string>()]));
  for (const [n, by] of senders.entries())
    for (const [m, to] of [...receivers, senders[1 - n]!].entries()) {
      if ((n + m) % 2 === 0) continue;
      await invite(by, to.email);
      may.get(by)!.add(to.email);
      may.get(to)!.add(by.email);
    }
  for (const one of everyone) await acceptAll(one);
  for (const [person, emails] of may)
    expect(new Set((await search('shared', person)).map(({ email }) => email))).toEqual(emails);
  expect(await search('shared', await fixture.member('sender', 'Shared 4'))).toEqual([]);
});
