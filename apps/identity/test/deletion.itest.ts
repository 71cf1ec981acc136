import { identity, identityEvents } from '@tradepost/contracts/identity';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletionSweeper } from '../src/deletion/deletion.sweeper';
import { password, startFixture, tally, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Member = Awaited<ReturnType<Fixture['member']>>;
const dayMs = 86_400_000;
const ask = (who: Member, given = password) => fixture.call(identity.requestDeletion, { password: given }, who);
const me = (who: Member) => fixture.call(identity.me, {}, who);
const sweepIn = (days: number) => fixture.app.get(DeletionSweeper).sweep(new Date(Date.now() + days * dayMs));
const gone = async ({ userId }: Member) =>
  (await fixture.published(identityEvents.accountDeleted)).filter((event) => event.userId === userId);

it('needs the password, is confirmed by mail, and takes effect after two weeks', async () => {
  const ann = await fixture.member();
  await expect(ask(ann, 'not the password')).rejects.toMatchObject({ code: 'PASSWORD_WRONG' });
  expect((await me(ann)).deletionAt).toBeNull();
  const { deletionAt } = await ask(ann);
  expect(Date.parse(deletionAt) - Date.now()).toBeGreaterThan(13.9 * dayMs);
  expect((await me(ann)).deletionAt).toBe(deletionAt);
  expect((await ask(ann)).deletionAt).toBe(deletionAt);
  expect(await fixture.mails('deletion-requested', ann.email)).toHaveLength(1);
  await sweepIn(13.9);
  await expect(fixture.login(ann.email)).resolves.toBeDefined();
  expect(await gone(ann)).toEqual([]);
});

it('can be cancelled', async () => {
  const ann = await fixture.member();
  await ask(ann);
  expect(await fixture.call(identity.cancelDeletion, {}, ann)).toEqual({ message: 'Your account will not be deleted' });
  await fixture.call(identity.cancelDeletion, {}, ann);
  expect(
    (await fixture.published(identityEvents.deletionCancelled)).filter(({ userId }) => userId === ann.userId),
  ).toHaveLength(1);
  await sweepIn(15);
  await expect(fixture.login(ann.email)).resolves.toBeDefined();
  expect((await me(ann)).deletionAt).toBeNull();
});

it('removes all personal data, informs the partners and frees the address', async () => {
  const ann = await fixture.member('sender', 'Ann Trading');
  const rita = await fixture.member('receiver', 'Rita Buying');
  const otto = await fixture.member('sender', 'Otto Trading');
  await fixture.call(identity.invite, { emails: [rita.email, 'waiting@example.com'] }, ann);
  await fixture.call(identity.invite, { emails: [ann.email] }, otto);
  const [fromAnn] = await fixture.call(identity.receivedInvitations, {}, rita);
  const [fromOtto] = await fixture.call(identity.receivedInvitations, {}, ann);
  await fixture.call(identity.acceptInvitation, { id: fromAnn!.id }, rita);
  await fixture.call(identity.acceptInvitation, { id: fromOtto!.id }, ann);
  for (const [id, by] of [
    [fromAnn!.id, ann],
    [fromAnn!.id, rita],
    [fromOtto!.id, ann],
    [fromOtto!.id, otto],
  ] as const)
    await fixture.call(identity.savePartnerNote, { id, note: 'Prefers calls' }, by);
  const { token } = await fixture.login(ann.email);
  await expect(fixture.login(ann.email, 'not the password')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });

  await ask(ann);
  await Promise.all([sweepIn(15), sweepIn(15), sweepIn(15)]);

  expect(await gone(ann)).toEqual([{ userId: ann.userId, email: ann.email, companyId: ann.companyId }]);
  for (const text of [ann.email, '1 Market Street', 'Prefers calls'])
    expect([text, (await tablesWith(fixture.db, text)).filter((table) => table !== 'company')]).toEqual([text, []]);
  // mails to a stranger count for a day, also when their sender is deleted
  expect(await tablesWith(fixture.db, 'waiting@example.com')).toEqual(['limit_use']);
  expect(
    await sql(fixture.db.read).query(
      'SELECT company_name AS name, tax_id AS tax, contract_email LIKE $2 AS anonymized FROM company WHERE id = $1',
      [ann.companyId, 'deleted-%@deleted.invalid'],
    ),
  ).toEqual([{ name: 'Deleted account', tax: null, anonymized: true }]);
  expect(await fixture.bearer(token)).toBeNull();
  await expect(fixture.login(ann.email)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  const ended = (await fixture.published(identityEvents.partnershipEnded)).filter(({ companyId, receiverUserId }) =>
    [companyId, receiverUserId].some((id) => id === ann.companyId || id === ann.userId),
  );
  expect(ended.map(({ companyName, email, by }) => [companyName, email, by]).sort()).toEqual([
    ['Ann Trading', rita.email, 'inviter'],
    ['Otto Trading', ann.email, 'invited'],
  ]);
  expect(
    (await fixture.published(identityEvents.invitationWithdrawn)).filter(
      ({ companyId }) => companyId === ann.companyId,
    ),
  ).toMatchObject([{ email: 'waiting@example.com', by: 'inviter' }]);
  expect(await fixture.call(identity.receivedInvitations, {}, rita)).toEqual([]);
  expect((await fixture.call(identity.sentInvitations, {}, otto)).map(({ email, status }) => [email, status])).toEqual([
    [`deleted-${ann.userId}@deleted.invalid`, 'ended'],
  ]);
  expect(await fixture.mails('account-deleted', ann.email)).toHaveLength(1);
  const admin = userActor({ userType: 'admin', companyId: null, companyName: null });
  expect((await fixture.call(identity.people, { q: ann.userId }, admin)).items).toEqual([]);

  const again = await fixture.member('receiver', 'A fresh start', ann.email);
  expect(again.userId).not.toBe(ann.userId);
  expect(await fixture.call(identity.receivedInvitations, {}, again)).toEqual([]);
});

it('can be requested once, only by the owner, and not by admins', async () => {
  await expect(fixture.call(identity.requestDeletion, { password }, publicActor)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  const boss = userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' });
  await expect(fixture.call(identity.requestDeletion, { password }, boss)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  const rita = await fixture.member('receiver');
  expect(tally(await Promise.allSettled(Array.from({ length: 4 }, () => ask(rita))))).toEqual({ ok: 4 });
  expect(
    (await fixture.published(identityEvents.deletionRequested)).filter(({ userId }) => userId === rita.userId),
  ).toHaveLength(1);
});
