import { audit, auditEvents } from '@tradepost/contracts/audit';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { admin, form, second, startStage, type Stage } from './stage';

let stage: Stage;
const boss = admin({ email: 'boss@tradepost.test' });

beforeAll(async () => {
  stage = await startStage();
  await stage.bus.consume('kyc', 'evt.audit', async ({ id, data }) => {
    const { settleTo } = JSON.parse(Buffer.from(data).toString());
    if (settleTo) stage.bus.broadcast(settleTo, Buffer.from(JSON.stringify({ id, consumer: 'kyc' })));
  });
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const decide = (id: string, decision: string, reason?: string, by = boss) => stage.call(audit.decide, { id, decision, reason }, by);
const open = (id: string) => stage.call(audit.case, { id }, boss);
const decisionsOf = async (id: string) => (await stage.published(auditEvents.kycDecided)).filter(({ caseId }) => caseId === id);

describe('the queue', () => {
  it('has a case from its submission on, with its answers', async () => {
    const ann = userActor();
    const id = await stage.submitted(ann, { at: second(1) });
    expect(await open(id)).toEqual({
      id,
      companyId: ann.companyId,
      companyName: ann.companyName,
      email: ann.email,
      status: 'Processing',
      submittedAt: second(1),
      updatedAt: second(1),
      data: form,
      decisions: [],
    });
    await expect(open(uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(open('no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is filtered, searched and paged', async () => {
    const ids: string[] = [];
    for (const [n, companyName] of ['Queue A_1', 'Queue AB1', 'Queue C'].entries()) ids.push(await stage.submitted(userActor({ companyName }), { at: second(n) }));
    await decide(ids[2]!, 'approve');
    const names = async (query: Record<string, unknown>) => (await stage.call(audit.cases, query, boss)).items.map(({ companyName }) => companyName);
    expect(await names({ q: 'queue' })).toEqual(['Queue C', 'Queue AB1', 'Queue A_1']);
    expect(await names({ q: 'queue a_1' })).toEqual(['Queue A_1']);
    expect(await names({ q: 'queue', status: 'Approved' })).toEqual(['Queue C']);
    expect(await stage.call(audit.cases, { q: 'queue', page: 2, pageSize: 2 }, boss)).toMatchObject({ total: 3, items: [{ companyName: 'Queue A_1' }] });
  });

  it('shows the newest submission, in whatever order they come', async () => {
    const ann = userActor();
    const caseId = await stage.submitted({ ...ann, companyName: 'New name' }, { version: 3, at: second(9) });
    await stage.submitted({ ...ann, companyName: 'Old name' }, { caseId, version: 1, at: second(1) });
    expect(await open(caseId)).toMatchObject({ companyName: 'New name', submittedAt: second(9) });
    await decide(caseId, 'approve');
    await stage.submitted(ann, { caseId, version: 1 });
    await stage.submitted(ann, { caseId, version: 3 });
    expect(await open(caseId)).toMatchObject({ status: 'Approved' });
    await stage.submitted(ann, { caseId, version: 5 });
    expect(await open(caseId)).toMatchObject({ status: 'Processing' });
  });
});

describe('a decision', () => {
  it.each([
    ['approve', undefined, 'Approved'],
    ['reject', 'No stamp', 'Rejected'],
    ['request-changes', 'A newer statement', 'Changes requested'],
  ] as const)('to %s is kept with who and why, and told', async (decision, reason, status) => {
    const ann = userActor();
    const id = await stage.submitted(ann, { version: 4 });
    const kept = { decision, reason: reason ?? null, by: boss.email };
    expect(await decide(id, decision, reason)).toMatchObject({ id, status, decisions: [{ ...kept, at: expect.any(String) }] });
    expect(await decisionsOf(id)).toEqual([{ caseId: id, companyId: ann.companyId, version: 4, ...kept }]);
  });

  it('is one, when two admins decide at once', async () => {
    const id = await stage.submitted(userActor());
    const admins = Array.from({ length: 8 }, () => admin());
    const results = await Promise.allSettled(admins.map((by, n) => decide(id, n % 2 ? 'approve' : 'reject', 'why', by)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(7).fill('CASE_NOT_PROCESSING'));
    const told = await decisionsOf(id);
    expect(told).toHaveLength(1);
    const winner = admins[results.findIndex(({ status }) => status === 'fulfilled')]!;
    expect((await open(id)).decisions).toEqual([expect.objectContaining({ by: winner.email, decision: told[0]!.decision })]);
  });

  it('needs a reason unless it approves, and changes nothing without', async () => {
    const id = await stage.submitted(userActor());
    for (const reason of [undefined, '', '   ']) {
      await expect(decide(id, 'reject', reason)).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'reason', message: 'A reason is required' }] });
      await expect(decide(id, 'request-changes', reason)).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(decide(id, 'perhaps', 'x')).rejects.toMatchObject({ code: 'INVALID' });
    await expect(decide(uuidv7(), 'approve')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await open(id)).toMatchObject({ status: 'Processing', decisions: [] });
  });

  it('is the admins’ alone, as the queue is', async () => {
    const ann = userActor();
    const id = await stage.submitted(ann);
    for (const [by, code] of [
      [ann, 'NOT_ALLOWED'],
      [userActor({ userType: 'receiver' }), 'NOT_ALLOWED'],
      [publicActor, 'UNAUTHENTICATED'],
    ] as const) {
      await expect(stage.call(audit.cases, {}, by)).rejects.toMatchObject({ code });
      await expect(stage.call(audit.case, { id }, by)).rejects.toMatchObject({ code });
      await expect(stage.call(audit.decide, { id, decision: 'approve' }, by)).rejects.toMatchObject({ code });
    }
    expect(await open(id)).toMatchObject({ status: 'Processing' });
  });

  it('stands in the log of the company and of the admin', async () => {
    const ann = userActor();
    await decide(await stage.submitted(ann), 'reject', 'No stamp');
    const [told] = (await stage.published(auditEvents.kycDecided)).slice(-1);
    const message = 'boss@tradepost.test rejected the business registration: No stamp';
    await stage.hear(auditEvents.kycDecided, told!, { id: uuidv7(), actor: { userId: boss.userId, email: boss.email, companyId: null, companyName: null, ip: '' } });
    expect(await stage.messages(ann)).toContain(message);
    expect(await stage.messages(boss)).toContain(message);
  });
});
