import { audit, auditEvents } from '@tradepost/contracts/audit';
import { userActor } from '@tradepost/testing/service-harness';
import { admin, allApproved, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
const boss = admin({ email: 'boss@tradepost.test' });
const rita = admin({ email: 'rita@tradepost.test' });

beforeAll(async () => {
  fixture = await startFixture({ KYC_FOUR_EYES: 'true', KYC_REVERIFY_DAYS: '0' });
});
afterAll(async () => {
  await fixture.stop();
  delete process.env.KYC_FOUR_EYES;
  delete process.env.KYC_REVERIFY_DAYS;
});

const approve = (id: string, by: typeof boss, documents: object[] = []) =>
  fixture.call(audit.decide, { id, decision: 'approve', documents }, by);
const decisionsOf = async (id: string) =>
  (await fixture.published(auditEvents.kycDecided)).filter(({ caseId }) => caseId === id);

it('needs two different admins', async () => {
  const id = await fixture.submittedWhole(userActor());
  const first = await approve(id, boss, allApproved);
  expect(first).toMatchObject({
    status: 'Processing',
    approvedBy: boss.email,
    claimedBy: null,
    decisions: [{ decision: 'approve', by: boss.email }],
  });
  expect(await decisionsOf(id)).toEqual([]);
  expect((await fixture.published(auditEvents.caseChanged)).at(-1)).toMatchObject({
    caseId: id,
    claimedBy: null,
    what: 'approved-once',
  });
  await expect(approve(id, boss)).rejects.toMatchObject({ code: 'CASE_NEEDS_ANOTHER', status: 409 });
  expect(await fixture.call(audit.case, { id }, rita)).toMatchObject({
    status: 'Processing',
    approvedBy: boss.email,
    claimedBy: null,
  });
  expect(await approve(id, rita, allApproved)).toMatchObject({
    status: 'Approved',
    reverifyAt: null,
    decisions: [{ by: boss.email }, { by: rita.email }],
  });
  expect(await decisionsOf(id)).toEqual([
    expect.objectContaining({ by: rita.email, decision: 'approve', reverifyAt: null }),
  ]);
});

it('counts one approval when one admin sends two at once', async () => {
  const id = await fixture.submittedWhole(userActor());
  const results = await Promise.allSettled([1, 2, 3].map(() => approve(id, boss, allApproved)));
  expect(
    results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value.status)).sort(),
  ).toEqual(['CASE_NEEDS_ANOTHER', 'CASE_NEEDS_ANOTHER', 'Processing']);
});

it('starts again with a new submission, and when the finding on a document changes', async () => {
  const ann = userActor();
  const id = await fixture.submittedWhole(ann, { version: 1 });
  await approve(id, boss, allApproved);
  await fixture.submitted(ann, { caseId: id, version: 2 });
  expect(await approve(id, boss)).toMatchObject({ status: 'Processing', approvedBy: boss.email });

  fixture.attach(ann, 'memorandum');
  await fixture.call(audit.checkDocument, { caseId: id, id: 'memorandum', decision: 'approve' }, rita);
  expect(await approve(id, rita)).toMatchObject({ status: 'Processing', approvedBy: rita.email });
  expect(await approve(id, boss)).toMatchObject({ status: 'Approved' });
});

it('lets one admin reject', async () => {
  const id = await fixture.submittedWhole(userActor());
  await approve(id, boss, allApproved);
  expect(await fixture.call(audit.decide, { id, decision: 'reject', reason: 'No' }, rita)).toMatchObject({
    status: 'Rejected',
  });
});
