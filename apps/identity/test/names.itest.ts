import { identity, identityEvents } from '@tradepost/contracts/identity';
import { userActor } from '@tradepost/testing/service-harness';
import { startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('lets people correct their name, and records once that it changed', async () => {
  const [ann, other] = [await fixture.member(), await fixture.member()];
  const actor = userActor({ userId: ann.userId, email: ann.email });
  const before = (await fixture.call(identity.me, {}, actor)).user;
  const name = { firstName: 'Anna-Maria', lastName: before.lastName };
  expect(await fixture.call(identity.saveName, name, actor)).toEqual(name);
  await fixture.call(identity.saveName, name, actor);
  expect((await fixture.call(identity.me, {}, actor)).user).toMatchObject({ ...before, ...name });
  const changes = (await fixture.published(identityEvents.nameChanged)).filter(({ userId }) => userId === ann.userId);
  expect(changes).toEqual([{ userId: ann.userId, email: ann.email }]);
  const stranger = userActor({ userId: other.userId, email: other.email });
  expect((await fixture.call(identity.me, {}, stranger)).user.firstName).not.toBe(name.firstName);
});

it.each([
  { firstName: '', lastName: 'Sender' },
  { firstName: 'Ann', lastName: ' ' },
  { firstName: 'A'.repeat(101), lastName: 'Sender' },
  { firstName: 'Ann\nClaim your refund', lastName: 'Sender' },
  { firstName: 'Ann', lastName: 'red\u202Eneg' },
])('keeps the name of who gives %j instead', async (name) => {
  const ann = await fixture.member();
  const actor = userActor({ userId: ann.userId, email: ann.email });
  const before = await fixture.call(identity.me, {}, actor);
  await expect(fixture.call(identity.saveName, name, actor)).rejects.toMatchObject({ code: 'INVALID' });
  expect(await fixture.call(identity.me, {}, actor)).toEqual(before);
});
