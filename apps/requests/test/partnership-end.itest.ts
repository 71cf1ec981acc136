import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents, requests, type RequestView } from '@tradepost/contracts/requests';
import { v7 as uuidv7 } from 'uuid';
import { inAnHour, receiver, sender, startFixture, type Fixture } from './fixture';

const reason = 'The partnership was ended.';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** The end of a partnership, as identity publishes it. */
const end = (
  of: UserActor,
  by: UserActor,
  version = 2,
  how: { keepTransfers?: boolean; accountDeleted?: boolean } = {},
) =>
  fixture.deliverEvent(identityEvents.partnershipEnded, {
    invitationId: uuidv7(),
    companyId: of.companyId!,
    companyName: of.companyName!,
    email: by.email,
    receiverUserId: by.userId,
    receiverCompanyId: by.companyId,
    receiverCompanyName: by.companyName,
    by: 'inviter',
    version,
    ...how,
  });
const mine = async (who: UserActor) =>
  ((await fixture.call(requests.mine, {}, who)) as RequestView[]).map(({ id, status, reason }) => [id, status, reason]);
const transferOf = async (who: UserActor) => (await fixture.call(requests.myTransfers, {}, who)).items[0]!;

it('rejects pending requests with the reason and revokes live transfers of these two parties only', async () => {
  const [ann, otto, rita, rui] = [sender(), sender(), receiver(), receiver()];
  const done = await fixture.pending(ann, rita);
  await fixture.accept(done.id, ann);
  const open = await fixture.pending(ann, rita);
  const ofOtto = await fixture.pending(otto, rita);
  const ofRui = await fixture.pending(ann, rui);
  await end(ann, rita);
  expect(await mine(rita)).toEqual([
    [ofOtto.id, 'pending', null],
    [open.id, 'rejected', reason],
    [done.id, 'accepted', null],
  ]);
  expect(await mine(rui)).toEqual([[ofRui.id, 'pending', null]]);
  await expect(fixture.call(requests.confirm, { requestId: open.id, expiry: inAnHour() }, ann)).rejects.toMatchObject({
    code: 'REQUEST_NOT_PENDING',
  });
  const transfer = await transferOf(rita);
  expect(transfer.status).toBe('revoked');
  await expect(fixture.call(requests.transfer, { id: transfer.id }, rita)).rejects.toMatchObject({
    code: 'TRANSFER_REVOKED',
    message: expect.stringContaining(reason),
  });
  const reported = async (event: typeof requestEvents.rejected | typeof requestEvents.revoked) =>
    (await fixture.published(event))
      .filter(({ receiverUserId }) => receiverUserId === rita.userId)
      .map((ref) => [ref.requestId, ref.reason]);
  expect(await reported(requestEvents.rejected)).toEqual([[open.id, reason]]);
  expect(await reported(requestEvents.revoked)).toEqual([[done.id, reason]]);
  await end(ann, rita);
  expect(await reported(requestEvents.revoked)).toHaveLength(1);
});

it('leaves live transfers to a sender who keeps them', async () => {
  const [ann, rita] = [sender(), receiver()];
  const done = await fixture.pending(ann, rita);
  await fixture.accept(done.id, ann);
  const open = await fixture.pending(ann, rita);
  await end(ann, rita, 2, { keepTransfers: true });
  expect((await transferOf(rita)).status).toBe('live');
  expect(await mine(rita)).toEqual([
    [open.id, 'rejected', reason],
    [done.id, 'accepted', null],
  ]);
});

it('refuses new requests, also one that was in progress when the partnership ended', async () => {
  const [ann, rita] = [sender(), receiver()];
  const done = await fixture.pending(ann, rita);
  await fixture.accept(done.id, ann);
  const { id } = await transferOf(rita);
  const ended = { code: 'PARTNERSHIP_ENDED', status: 409 };
  await end(ann, rita);
  // identity has not been asked since
  await expect(fixture.call(requests.askAgain, { id }, rita)).rejects.toMatchObject(ended);
  await expect(fixture.pending(ann, rita)).rejects.toMatchObject(ended);
  fixture.partnerships.set(ann.companyId!, undefined);
  await expect(fixture.call(requests.askAgain, { id }, rita)).rejects.toMatchObject(ended);
  await expect(fixture.call(requests.askAgain, { id }, receiver())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  fixture.partnerships.set(ann.companyId!, 4);
  expect((await fixture.call(requests.askAgain, { id }, rita)).request.status).toBe('pending');
});

it('is ordered by versions: a late end does not affect a new partnership', async () => {
  const [ann, rita] = [sender(), receiver()];
  const before = await fixture.pending(ann, rita);
  fixture.partnerships.set(ann.companyId!, 4);
  const after = await fixture.pending(ann, rita);
  await end(ann, rita, 2);
  expect(await mine(rita)).toEqual([
    [after.id, 'pending', null],
    [before.id, 'rejected', reason],
  ]);
  await end(ann, rita, 5);
  await end(ann, rita, 2);
  await expect(fixture.pending(ann, rita)).rejects.toMatchObject({ code: 'PARTNERSHIP_ENDED' });
});

it('leaves the end of a deleted account to the event of the deletion', async () => {
  const [ann, rita] = [sender(), receiver()];
  const open = await fixture.pending(ann, rita);
  await end(ann, rita, 2, { accountDeleted: true });
  expect(await mine(rita)).toEqual([[open.id, 'pending', null]]);
});
