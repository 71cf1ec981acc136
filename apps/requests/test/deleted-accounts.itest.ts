import { identityEvents } from '@tradepost/contracts/identity';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { ReceiverKeyRow } from '../src/receiver-key.entity';
import { receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const leave = ({ userId, email, companyId }: ReturnType<typeof sender>) =>
  stage.hear(identityEvents.accountDeleted, { userId, email, companyId });
const transferOf = async (
  who: ReturnType<typeof sender>,
  side: typeof requests.transfers | typeof requests.myTransfers,
) => (await stage.call(side, {}, who)).items;

it('a sender that goes rejects what is asked of it and withdraws what it delivered', async () => {
  const [ann, otto, rita] = [sender(), sender(), receiver()];
  const open = await stage.pending(ann, rita);
  const [done, others] = [await stage.pending(ann, rita), await stage.pending(otto, rita)];
  await stage.accept(done.id, ann);
  await leave(ann);
  expect(
    Object.fromEntries(
      ((await stage.call(requests.mine, {}, rita)) as { id: string; status: string; reason: string | null }[]).map(
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
  await expect(stage.call(requests.transfer, { id: transfer!.id }, rita)).rejects.toMatchObject({
    code: 'TRANSFER_REVOKED',
    message: expect.stringContaining('The company has deleted its account.'),
  });
  expect((await stage.published(requestEvents.rejected)).map(({ requestId }) => requestId)).toEqual([open.id]);
  expect((await stage.published(requestEvents.revoked)).map(({ requestId }) => requestId)).toEqual([done.id]);
});

it('a receiver that goes takes its open requests along and ends its transfers', async () => {
  const [ann, rita, rui] = [sender(), receiver(), receiver()];
  await stage.pending(ann, rita);
  const [done, others] = [await stage.pending(ann, rita), await stage.pending(ann, rui)];
  await stage.accept(done.id, ann);
  await leave(rita);
  expect(
    ((await stage.call(requests.ofCompany, {}, ann)) as { id: string; status: string }[]).map(({ id, status }) => [
      id,
      status,
    ]),
  ).toEqual([
    [others.id, 'pending'],
    [done.id, 'accepted'],
  ]);
  expect(await transferOf(ann, requests.transfers)).toMatchObject([{ status: 'revoked' }]);
});

it('nobody keeps the key of who has gone', async () => {
  const rita = receiver();
  const { userId, email, companyId, companyName } = rita;
  await stage.hear(identityEvents.keysPublished, {
    userId,
    email,
    companyId,
    companyName,
    epoch: 1,
    keyId: 'A'.repeat(43),
    changed: false,
  });
  expect(await stage.db.read.countBy(ReceiverKeyRow, { userId })).toBe(1);
  await leave(rita);
  expect(await stage.db.read.countBy(ReceiverKeyRow, { userId })).toBe(0);
});
