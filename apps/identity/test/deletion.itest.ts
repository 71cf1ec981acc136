import { identity, identityEvents } from '@tradepost/contracts/identity';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion.sweeper';
import { password, startStage, tally, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

type Member = Awaited<ReturnType<Stage['member']>>;
const dayMs = 86_400_000;
const ask = (who: Member, given = password) => stage.call(identity.requestDeletion, { password: given }, who);
const me = (who: Member) => stage.call(identity.me, {}, who);
const sweepIn = (days: number) => stage.app.get(DeletionSweeper).sweep(new Date(Date.now() + days * dayMs));
const gone = async ({ userId }: Member) =>
  (await stage.published(identityEvents.accountDeleted)).filter((event) => event.userId === userId);

it('is asked for with the password, told by mail, and changes nothing for two weeks', async () => {
  const ann = await stage.member();
  await expect(ask(ann, 'not the password')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
  expect((await me(ann)).deletionAt).toBeNull();
  const { deletionAt } = await ask(ann);
  expect(Date.parse(deletionAt) - Date.now()).toBeGreaterThan(13.9 * dayMs);
  expect((await me(ann)).deletionAt).toBe(deletionAt);
  expect((await ask(ann)).deletionAt).toBe(deletionAt);
  expect(await stage.mails('deletion-requested', ann.email)).toHaveLength(1);
  await sweepIn(13.9);
  await expect(stage.login(ann.email)).resolves.toBeDefined();
  expect(await gone(ann)).toEqual([]);
});

it('can be thought over', async () => {
  const ann = await stage.member();
  await ask(ann);
  expect(await stage.call(identity.cancelDeletion, {}, ann)).toEqual({ message: 'Your account stays' });
  await stage.call(identity.cancelDeletion, {}, ann);
  expect(
    (await stage.published(identityEvents.deletionCancelled)).filter(({ userId }) => userId === ann.userId),
  ).toHaveLength(1);
  await sweepIn(15);
  await expect(stage.login(ann.email)).resolves.toBeDefined();
  expect((await me(ann)).deletionAt).toBeNull();
});

it('leaves nothing of the person, tells its partners, and frees the address', async () => {
  const ann = await stage.member('sender', 'Ann Trading');
  const rita = await stage.member('receiver', 'Rita Buying');
  const otto = await stage.member('sender', 'Otto Trading');
  await stage.call(identity.invite, { emails: [rita.email, 'waiting@example.com'] }, ann);
  await stage.call(identity.invite, { emails: [ann.email] }, otto);
  const [fromAnn] = await stage.call(identity.receivedInvitations, {}, rita);
  const [fromOtto] = await stage.call(identity.receivedInvitations, {}, ann);
  await stage.call(identity.acceptInvitation, { id: fromAnn!.id }, rita);
  await stage.call(identity.acceptInvitation, { id: fromOtto!.id }, ann);
  const { token } = await stage.login(ann.email);
  await expect(stage.login(ann.email, 'not the password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });

  await ask(ann);
  await Promise.all([sweepIn(15), sweepIn(15), sweepIn(15)]);

  expect(await gone(ann)).toEqual([{ userId: ann.userId, email: ann.email, companyId: ann.companyId }]);
  for (const text of [ann.email, 'waiting@example.com', '1 Market Street'])
    expect([text, (await tablesWith(stage.db, text)).filter((table) => table !== 'company')]).toEqual([text, []]);
  expect(
    await stage.db.read.query(
      'SELECT company_name AS name, tax_id AS tax, contract_email LIKE $2 AS nobody FROM company WHERE id = $1',
      [ann.companyId, 'deleted-%@deleted.invalid'],
    ),
  ).toEqual([{ name: 'Deleted account', tax: null, nobody: true }]);
  expect(await stage.bearer(token)).toBeNull();
  await expect(stage.login(ann.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  const ended = (await stage.published(identityEvents.partnershipEnded)).filter(({ companyId, receiverUserId }) =>
    [companyId, receiverUserId].some((id) => id === ann.companyId || id === ann.userId),
  );
  expect(ended.map(({ companyName, email, by }) => [companyName, email, by]).sort()).toEqual([
    ['Ann Trading', rita.email, 'inviter'],
    ['Otto Trading', ann.email, 'invited'],
  ]);
  expect(
    (await stage.published(identityEvents.invitationWithdrawn)).filter(({ companyId }) => companyId === ann.companyId),
  ).toMatchObject([{ email: 'waiting@example.com', by: 'inviter' }]);
  expect(await stage.call(identity.receivedInvitations, {}, rita)).toEqual([]);
  expect((await stage.call(identity.sentInvitations, {}, otto)).map(({ email, status }) => [email, status])).toEqual([
    [`deleted-${ann.userId}@deleted.invalid`, 'ended'],
  ]);
  expect(await stage.mails('account-deleted', ann.email)).toHaveLength(1);
  const admin = userActor({ userType: 'admin', companyId: null, companyName: null });
  expect((await stage.call(identity.people, { q: ann.userId }, admin)).items).toEqual([]);

  const again = await stage.member('receiver', 'A fresh start', ann.email);
  expect(again.userId).not.toBe(ann.userId);
  expect(await stage.call(identity.receivedInvitations, {}, again)).toEqual([]);
});

it('is a person’s own to ask for, once, and not for admins', async () => {
  await expect(stage.call(identity.requestDeletion, { password }, publicActor)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  const boss = userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' });
  await expect(stage.call(identity.requestDeletion, { password }, boss)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  const rita = await stage.member('receiver');
  expect(tally(await Promise.allSettled(Array.from({ length: 4 }, () => ask(rita))))).toEqual({ ok: 4 });
  expect(
    (await stage.published(identityEvents.deletionRequested)).filter(({ userId }) => userId === rita.userId),
  ).toHaveLength(1);
});
