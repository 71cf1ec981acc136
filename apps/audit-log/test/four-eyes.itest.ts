import { audit, auditEvents } from '@tradepost/contracts/audit';
import { userActor } from '@tradepost/testing/service-harness';
import { admin, allApproved, startStage, type Stage } from './stage';

let stage: Stage;
const boss = admin({ email: 'boss@tradepost.test' });
const rita = admin({ email: 'rita@tradepost.test' });

beforeAll(async () => {
  stage = await startStage({ KYC_FOUR_EYES: 'true', KYC_REVERIFY_DAYS: '0' });
}, 60_000);
afterAll(async () => {
  await stage.stop();
  delete process.env.KYC_FOUR_EYES;
  delete process.env.KYC_REVERIFY_DAYS;
}, 60_000);

const approve = (id: string, by: typeof boss, documents: object[] = []) =>
  stage.call(audit.decide, { id, decision: 'approve', documents }, by);
const decisionsOf = async (id: string) =>
  (await stage.published(auditEvents.kycDecided)).filter(({ caseId }) => caseId === id);

it('asks for two different admins', async () => {
  const id = await stage.submittedWhole(userActor());
  const first = await approve(id, boss, allApproved);
  expect(first).toMatchObject({
    status: 'Processing',
    approvedBy: boss.email,
    claimedBy: null,
    decisions: [{ decision: 'approve', by: boss.email }],
  });
  expect(await decisionsOf(id)).toEqual([]);
  expect((await stage.published(auditEvents.caseChanged)).at(-1)).toMatchObject({
    caseId: id,
    claimedBy: null,
    what: 'approved-once',
  });
  await expect(approve(id, boss)).rejects.toMatchObject({ code: 'CASE_NEEDS_ANOTHER', status: 409 });
  expect(await stage.call(audit.case, { id }, rita)).toMatchObject({
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

it('is one approval of two when both come at once from one admin', async () => {
  const id = await stage.submittedWhole(userActor());
  const results = await Promise.allSettled([1, 2, 3].map(() => approve(id, boss, allApproved)));
  expect(
    results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value.status)).sort(),
  ).toEqual(['CASE_NEEDS_ANOTHER', 'CASE_NEEDS_ANOTHER', 'Processing']);
});

it('begins anew with a new submission, and when a document is found otherwise', async () => {
  const ann = userActor();
  const id = await stage.submittedWhole(ann, { version: 1 });
  await approve(id, boss, allApproved);
  await stage.submitted(ann, { caseId: id, version: 2 });
  expect(await approve(id, boss)).toMatchObject({ status: 'Processing', approvedBy: boss.email });

  stage.attach(ann, 'memorandum');
  await stage.call(audit.checkDocument, { caseId: id, id: 'memorandum', decision: 'approve' }, rita);
  expect(await approve(id, rita)).toMatchObject({ status: 'Processing', approvedBy: rita.email });
  expect(await approve(id, boss)).toMatchObject({ status: 'Approved' });
});

it('lets one admin reject', async () => {
  const id = await stage.submittedWhole(userActor());
  await approve(id, boss, allApproved);
  expect(await stage.call(audit.decide, { id, decision: 'reject', reason: 'No' }, rita)).toMatchObject({
    status: 'Rejected',
  });
});
