import { audit } from '@tradepost/contracts/audit';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { v7 as uuidv7 } from 'uuid';
import { allApproved, admin, startFixture, type Fixture } from './fixture';
import { boss, codes, reviewsOf } from './review-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { decide, approve, open, claim, release, note, remark, check, decisionsOf } = reviewsOf(() => fixture);

describe('a decision', () => {
  it.each([
    ['reject', 'No stamp', 'Rejected'],
    ['request-changes', 'A newer statement', 'Changes requested'],
  ] as const)(
    'to %s is stored with its admin and reason, and reported with all findings',
    async (decision, reason, status) => {
      const ann = userActor();
      const id = await fixture.submittedWhole(ann, { version: 4 });
      await check(id, 'memorandum', 'approve');
      await remark(id, 'companyDetails.city', 'Which one?');
      const stored = { decision, reason, by: boss.email };
      const decided = await decide(id, decision, {
        reason,
        documents: [{ id: 'tax_statement', decision: 'reject', fault: 'unreadable' }],
      });
      expect(decided).toMatchObject({
        id,
        status,
        claimedBy: null,
        reverifyAt: null,
        decisions: [{ ...stored, at: expect.any(String) }],
      });
      const { memorandum, tax_statement } = fixture.uploadsOf(ann.companyId!);
      expect(await decisionsOf(id)).toEqual([
        {
          caseId: id,
          companyId: ann.companyId,
          version: 4,
          ...stored,
          documents: [
            {
              id: 'tax_statement',
              uploadId: tax_statement,
              decision: 'reject',
              fault: 'unreadable',
              reason: 'The document cannot be read. Please upload a sharper copy.',
            },
            { id: 'memorandum', uploadId: memorandum, decision: 'approve', fault: null, reason: null },
          ],
          fields: [{ field: 'companyDetails.city', reason: 'Which one?' }],
          verified: null,
          reverifyAt: null,
        },
      ]);
    },
  );

  it('to approve states what was checked and when the next review is due', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    for (const [document] of kycDocuments) await check(id, document, 'approve');
    const { status, reverifyAt, updatedAt } = await decide(id, 'approve');
    expect(status).toBe('Approved');
    expect(Date.parse(reverifyAt!) - Date.parse(updatedAt)).toBe(365 * 24 * 3_600_000);
    const [reported] = await decisionsOf(id);
    expect(reported).toMatchObject({ decision: 'approve', reason: null, fields: [], reverifyAt });
    expect(reported!.documents).toHaveLength(9);
    expect(reported!.verified).toEqual({
      at: updatedAt,
      checked: ['Company Details', ...kycDocuments.map(([, name]) => name), 'Commercial Info'],
    });
    expect((await fixture.call(audit.cases, { q: ann.email }, boss)).items).toMatchObject([{ reverifyAt }]);
  });

  it('to approve is refused while a document is missing, unchecked or rejected, or a field is marked, and changes nothing', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    const barred = async (documents: object[], ...messages: string[]) => {
      const error = await decide(id, 'approve', { documents }).catch((refused: unknown) => refused);
      expect(error).toMatchObject({
        code: 'CASE_INCOMPLETE',
        status: 409,
        message: messages.map((message) => `${message}.`).join(' '),
      });
      expect((error as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual(messages);
      expect(await open(id)).toMatchObject({ status: 'Processing', decisions: [], documents: [] });
    };
    const without = (...ids: string[]) => allApproved.filter(({ id: document }) => !ids.includes(document));
    await barred([], ...kycDocuments.map(([, name]) => `${name} has not been checked`));
    await barred(
      without('memorandum', 'company_chart'),
      'Memorandum has not been checked',
      'Company Chart has not been checked',
    );
    await barred(
      [...without('tax_certificate'), { id: 'tax_certificate', decision: 'reject', fault: 'protected' }],
      'Tax Certificate was rejected',
    );
    fixture.clear(ann, 'bank_statement');
    await barred(without('bank_statement'), 'Bank Statement has not been uploaded');
    fixture.attach(ann, 'bank_statement');
    await remark(id, 'companyDetails.website', 'It leads nowhere');
    await barred(allApproved, 'Website is to be corrected');
    await remark(id, 'companyDetails.website', '');
    expect(await decisionsOf(id)).toEqual([]);
    expect(await approve(id)).toMatchObject({ status: 'Approved', barriers: [] });
  });

  it('to approve depends on the current uploads: a replaced document blocks it again', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    for (const [document] of kycDocuments) await check(id, document, 'approve');
    fixture.attach(ann, 'memorandum');
    await expect(decide(id, 'approve')).rejects.toMatchObject({
      code: 'CASE_INCOMPLETE',
      message: 'Memorandum has not been checked.',
    });
  });

  it('is made once, when eight admins decide at once', async () => {
    const id = await fixture.submittedWhole(userActor());
    const admins = Array.from({ length: 8 }, () => admin());
    const results = await Promise.allSettled(
      admins.map((by, n) => (n % 2 ? approve(id, by) : decide(id, 'reject', { reason: 'why' }, by))),
    );
    expect(codes(results).sort()).toEqual([...Array(7).fill('CASE_NOT_PROCESSING'), 'done']);
    const reported = await decisionsOf(id);
    expect(reported).toHaveLength(1);
    const winner = admins[codes(results).indexOf('done')]!;
    expect((await open(id)).decisions).toEqual([
      expect.objectContaining({ by: winner.email, decision: reported[0]!.decision }),
    ]);
  });

  it('applies only to the submission that it was made for', async () => {
    const ann = userActor();
    const caseId = await fixture.submittedWhole(ann, { version: 1 });
    await decide(caseId, 'request-changes', { reason: 'Again, please' });
    await fixture.submitted(ann, { caseId, version: 3 });
    for (const version of [1, 4])
      await expect(decide(caseId, 'approve', { documents: allApproved, version })).rejects.toMatchObject({
        code: 'CASE_REPLACED',
        status: 409,
      });
    await decide(caseId, 'approve', { documents: allApproved, version: 3 });
    expect((await decisionsOf(caseId)).map(({ version, decision }) => `${version} ${decision}`)).toEqual([
      '1 request-changes',
      '3 approve',
    ]);
    expect((await open(caseId)).decisions.map(({ decision }) => decision)).toEqual(['request-changes', 'approve']);
  });

  it('needs a reason unless it approves, and changes nothing without', async () => {
    const id = await fixture.submitted(userActor());
    for (const reason of [undefined, '', '   ']) {
      await expect(decide(id, 'reject', { reason })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [{ field: 'reason', message: 'A reason is required' }],
      });
      await expect(decide(id, 'request-changes', { reason })).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(decide(id, 'perhaps', { reason: 'x' })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(approve(uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await open(id)).toMatchObject({ status: 'Processing', decisions: [], claimedBy: null });
  });

  it('is possible for admins only, like the queue and all work on it', async () => {
    const ann = userActor();
    const id = await fixture.submitted(ann);
    for (const [by, code] of [
      [ann, 'NOT_ALLOWED'],
      [userActor({ userType: 'receiver' }), 'NOT_ALLOWED'],
      [publicActor, 'UNAUTHENTICATED'],
    ] as const) {
      for (const [command, input] of [
        [audit.cases, {}],
        [audit.case, { id }],
        [audit.claim, { id }],
        [audit.release, { id }],
        [audit.note, { id, text: 'x' }],
        [audit.checkDocument, { caseId: id, id: 'memorandum', decision: 'approve' }],
        [audit.remark, { id, field: 'companyDetails.city', reason: 'x' }],
        [audit.decide, { id, decision: 'approve' }],
      ] as const) {
        await expect(fixture.call(command, input, by)).rejects.toMatchObject({ code });
      }
    }
    expect(await open(id)).toMatchObject({ status: 'Processing', claimedBy: null, notes: [], fields: [] });
  });
});

describe('the log', () => {
  const logged = (by: typeof boss, count: number) =>
    waitFor(async () => (await fixture.messages(by)).length >= count, { what: `${count} entries` });

  it('has a decision in the company’s chain and in the admin’s', async () => {
    const [ann, zoe] = [userActor(), admin({ email: 'zoe@tradepost.test' })];
    await decide(await fixture.submitted(ann), 'reject', { reason: 'No stamp' }, zoe);
    await logged(zoe, 1);
    const message = 'zoe@tradepost.test rejected the business registration: No stamp';
    expect(await fixture.messages(ann)).toContain(message);
    expect(await fixture.messages(zoe)).toEqual([message]);
  });

  it('has the work on a case in the admin’s chain, not in the company’s', async () => {
    const [ann, zoe] = [userActor({ companyName: 'Ann' }), admin({ email: 'zoe@tradepost.test' })];
    const id = await fixture.submittedWhole(ann);
    await claim(id, zoe);
    await check(id, 'memorandum', 'reject', { fault: 'expired' }, zoe);
    await remark(id, 'companyDetails.city', 'x', zoe);
    await note(id, 'y', zoe);
    await release(id, zoe);
    await logged(zoe, 5);
    const of = 'the business registration of Ann';
    expect((await fixture.messages(zoe)).reverse()).toEqual([
      `zoe@tradepost.test began to work on ${of}`,
      `zoe@tradepost.test rejected the Memorandum in ${of}`,
      `zoe@tradepost.test marked City/Town to be corrected in ${of}`,
      `zoe@tradepost.test wrote a note on ${of}`,
      `zoe@tradepost.test stopped working on ${of}`,
    ]);
    expect((await fixture.messages(ann)).filter((message) => message.includes('zoe'))).toEqual([]);
  });
});
