import { identityEvents, memberListEvents } from '@tradepost/contracts/identity';
import { requests } from '@tradepost/contracts/requests';
import { memberOf } from '@tradepost/testing/service-harness';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('knows members from before it knew members, unless it knows better', async () => {
  const ann = sender();
  const { id } = await fixture.pending(ann, receiver());
  const [old, gone] = [memberOf(ann, ['manager']), memberOf(ann, ['manager'])];
  const assign = (assigneeId: string) => fixture.call(requests.assign, { id, assigneeId }, ann);
  const refOf = ({ userId, email }: typeof old) => ({ companyId: ann.companyId as string, userId, email });
  const listed = { roles: ['manager' as const], suspended: false };
  await fixture.deliverEvent(memberListEvents.listed, { ...refOf(old), ...listed });
  expect((await assign(old.userId)).assignee?.email).toBe(old.email);
  await fixture.deliverEvent(identityEvents.memberRemoved, { ...refOf(gone), companyName: 'Ann' });
  await fixture.deliverEvent(memberListEvents.listed, { ...refOf(gone), ...listed });
  await expect(assign(gone.userId)).rejects.toMatchObject({ code: 'ASSIGNEE_NOT_ALLOWED' });
});
