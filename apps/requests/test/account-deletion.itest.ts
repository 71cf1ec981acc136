import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { ReceiverKeyRow } from '../src/grants/receiver-key.entity';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const leave = ({ userId, email, companyId }: ReturnType<typeof sender>) =>
  fixture.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId });
const transferOf = async (
  who: ReturnType<typeof sender>,
  side: typeof requests.transfers | typeof requests.myTransfers,
) => (await fixture.call(side, {}, who)).items;

it('deleting a sender rejects its pending requests and revokes its transfers', async () => {
  const [ann, otto, rita] = [sender(), sender(), receiver()];
  const open = await fixture.pending(ann, rita);
  const [done, others] = [await fixture.pending(ann, rita), await fixture.pending(otto, rita)];
  await fixture.accept(done.id, ann);
  await leave(ann);
  expect(
    Object.fromEntries(
      ((await fixture.call(requests.mine, {}, rita)) as { id: string; status: string; reason: string | null }[]).map(
        ({ id, status, reason }) => [id, [status, reason]],
      ),
    ),
  ).toEqual({
    [open.id]: ['rejected', 'The company has deleted its account.'],
    [done.id]: ['accepted', null],
    [others.id]: ['pending', null],
  });
  const [transfer] = await transferOf(rita, requests.myTransfers);
  expect(transfer).toMatchObject({ status: 'revoked' });
  await expect(fixture.call(requests.transfer, { id: transfer!.id }, rita)).rejects.toMatchObject({
    code: 'TRANSFER_REVOKED',
    message: expect.stringContaining('The company has deleted its account.'),
  });
  expect((await fixture.published(requestEvents.rejected)).map(({ requestId }) => requestId)).toEqual([open.id]);
  expect((await fixture.published(requestEvents.revoked)).map(({ requestId }) => requestId)).toEqual([done.id]);
});

it('deleting a receiver removes its pending requests and revokes its transfers', async () => {
  const [ann, rita, rui] = [sender(), receiver(), receiver()];
  await fixture.pending(ann, rita);
  const [done, others] = [await fixture.pending(ann, rita), await fixture.pending(ann, rui)];
  await fixture.accept(done.id, ann);
  await leave(rita);
  expect(
    ((await fixture.call(requests.ofCompany, {}, ann)) as { id: string; status: string }[]).map(({ id, status }) => [
      id,
      status,
    ]),
  ).toEqual([
    [others.id, 'pending'],
    [done.id, 'accepted'],
  ]);
  expect(await transferOf(ann, requests.transfers)).toMatchObject([{ status: 'revoked' }]);
});

it('deleting a receiver removes its key', async () => {
  const rita = receiver();
  const { userId, email, companyId, companyName } = rita;
  await fixture.deliverEvent(identityEvents.keysPublished, {
    userId,
    email,
    companyId,
    companyName,
    epoch: 1,
    keyId: 'A'.repeat(43),
    changed: false,
  });
  expect(await sql(fixture.db.read).countBy(ReceiverKeyRow, { userId })).toBe(1);
  await leave(rita);
  expect(await sql(fixture.db.read).countBy(ReceiverKeyRow, { userId })).toBe(0);
});
