import { audit, auditEvents } from '@tradepost/contracts/audit';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { waitFor } from '@tradepost/testing/wait-for';
import { v7 as uuidv7 } from 'uuid';
import { allApproved, admin, formWith, second, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
const boss = admin({ email: 'boss@tradepost.test' });
const rita = admin({ email: 'rita@tradepost.test' });

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Given = Record<string, unknown>;
const open = (id: string) => fixture.call(audit.case, { id }, boss);
const decide = (id: string, decision: string, given: Given = {}, by = boss) =>
  fixture.call(audit.decide, { id, decision, ...given }, by);
const approve = (id: string, by = boss) => decide(id, 'approve', { documents: allApproved }, by);
const claim = (id: string, by = boss, takeOver = false) => fixture.call(audit.claim, { id, takeOver }, by);
const release = (id: string, by = boss) => fixture.call(audit.release, { id }, by);
const note = (id: string, text: string, by = boss) => fixture.call(audit.note, { id, text }, by);
const remark = (id: string, field: string, reason: string | undefined, by = boss) =>
  fixture.call(audit.remark, { id, field, reason }, by);
const check = (caseId: string, id: string, decision: string, given: Given = {}, by = boss) =>
  fixture.call(audit.checkDocument, { caseId, id, decision, ...given }, by);
const decisionsOf = async (id: string) =>
  (await fixture.published(auditEvents.kycDecided)).filter(({ caseId }) => caseId === id);
const workOn = async (id: string) =>
  (await fixture.published(auditEvents.caseChanged)).filter(({ caseId }) => caseId === id);
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? result.reason.code : 'done'));

describe('the queue', () => {
  it('removes the case of a deleted account: an undecided case at once, a decided one with the registration', async () => {
    const [ann, otto] = [userActor(), userActor()];
    const [undecided, decided] = [await fixture.submitted(ann), await fixture.submitted(otto)];
    await note(decided, 'Called them.');
    await decide(decided, 'reject', { reason: 'Not a company' });
    for (const { userId, email, companyId } of [ann, otto])
      await fixture.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId });
    await expect(open(undecided)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await open(decided)).toMatchObject({ status: 'Rejected' });
    await fixture.deliverEvent(kycEvents.registrationErased, { companyId: otto.companyId! });
    await expect(open(decided)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await tablesWith(fixture.db, 'Called them.')).toEqual([]);
  });

  it('has a case from its submission on, with its answers', async () => {
    const ann = userActor();
    const id = await fixture.submitted(ann, { at: second(1) });
    expect(await open(id)).toEqual({
      id,
      companyId: ann.companyId,
      companyName: ann.companyName,
      email: ann.email,
      status: 'Processing',
      version: 1,
      submittedAt: second(1),
      updatedAt: second(1),
      claimedBy: null,
      claimedAt: null,
      approvedBy: null,
      reverifyAt: null,
      data: formWith({}),
      documents: [],
      fields: [],
      notes: [],
      decisions: [],
      barriers: kycDocuments.map(([, name]) => `${name} has not been uploaded`),
    });
    await expect(open(uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(open('no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is filtered, searched, sorted and paged, the longest waiting first', async () => {
    const ids: string[] = [];
    for (const [n, companyName] of ['Queue A_1', 'Queue AB1', 'Queue C'].entries())
      ids.push(await fixture.submittedWhole(userActor({ companyName }), { at: second(n) }));
    await approve(ids[2]!);
    await claim(ids[1]!);
    const names = async (query: Given, by = boss) =>
      (await fixture.call(audit.cases, { q: 'queue', ...query }, by)).items.map(({ companyName }) => companyName);
    expect(await names({})).toEqual(['Queue A_1', 'Queue AB1', 'Queue C']);
    expect(await names({ sort: 'newest' })).toEqual(['Queue C', 'Queue AB1', 'Queue A_1']);
    expect(await names({ q: 'queue a_1' })).toEqual(['Queue A_1']);
    expect(await names({ status: 'Approved' })).toEqual(['Queue C']);
    expect(await names({ status: '', assignee: '' })).toHaveLength(3);
    expect(await names({ assignee: 'me' })).toEqual(['Queue AB1']);
    expect(await names({ assignee: 'me' }, rita)).toEqual([]);
    expect(await names({ assignee: 'none', status: 'Processing' })).toEqual(['Queue A_1']);
    expect(await fixture.call(audit.cases, { q: 'queue', page: 2, pageSize: 2 }, boss)).toMatchObject({
      total: 3,
      items: [{ companyName: 'Queue C' }],
    });
    for (const wrong of [{ assignee: 'rita' }, { sort: 'companyName' }, { page: 0 }])
      await expect(names(wrong)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('shows the newest submission for any order and number of deliveries', async () => {
    const ann = userActor();
    const caseId = await fixture.submittedWhole({ ...ann, companyName: 'New name' }, { version: 3, at: second(9) });
    await fixture.submitted({ ...ann, companyName: 'Old name' }, { caseId, version: 1, at: second(1) });
    expect(await open(caseId)).toMatchObject({ companyName: 'New name', submittedAt: second(9) });
    await approve(caseId);
    await fixture.submitted(ann, { caseId, version: 1 });
    await fixture.submitted(ann, { caseId, version: 3 });
    expect(await open(caseId)).toMatchObject({ status: 'Approved' });
    await fixture.submitted(ann, { caseId, version: 5 });
    expect(await open(caseId)).toMatchObject({ status: 'Processing', reverifyAt: null });
  });

  it('keeps the work on a case that is submitted again, and clears the marks of a decided case', async () => {
    const ann = userActor();
    const caseId = await fixture.submitted(ann);
    await remark(caseId, 'companyDetails.website', 'It leads nowhere');
    await fixture.submitted(ann, { caseId, version: 2 });
    expect(await open(caseId)).toMatchObject({ claimedBy: boss.email, fields: [{ field: 'companyDetails.website' }] });
    await decide(caseId, 'request-changes', { reason: 'Please see below' });
    expect(await open(caseId)).toMatchObject({ claimedBy: null, fields: [{ field: 'companyDetails.website' }] });
    await fixture.submitted(ann, { caseId, version: 4 });
    expect(await open(caseId)).toMatchObject({ claimedBy: null, fields: [] });
  });
});

describe('a claim', () => {
  it('succeeds for one of twenty concurrent calls, and the others see who has the case', async () => {
    const id = await fixture.submitted(userActor());
    const admins = Array.from({ length: 20 }, () => admin());
    const results = await Promise.allSettled(admins.map((by) => claim(id, by)));
    const winner = admins[codes(results).indexOf('done')]!;
    expect(codes(results).sort()).toEqual([...Array(19).fill('CASE_CLAIMED'), 'done']);
    const refused = results.find((result) => result.status === 'rejected');
    expect(refused!.reason.message).toBe(`${winner.email} works on this case`);
    expect(await open(id)).toMatchObject({
      claimedBy: winner.email,
      claimedAt: expect.any(String),
      status: 'Processing',
    });
    expect(await workOn(id)).toEqual([expect.objectContaining({ claimedBy: winner.email, what: 'claimed' })]);
  });

  it('prevents other admins from changing documents, fields, the decision and the release', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    await claim(id, rita);
    const refused = { code: 'CASE_CLAIMED', message: 'rita@tradepost.test works on this case' };
    for (const work of [
      check(id, 'memorandum', 'approve'),
      remark(id, 'companyDetails.city', 'x'),
      approve(id),
      decide(id, 'reject', { reason: 'x' }),
      release(id),
    ]) {
      await expect(work).rejects.toMatchObject(refused);
    }
    expect(await open(id)).toMatchObject({
      claimedBy: rita.email,
      documents: [],
      fields: [],
      decisions: [],
      status: 'Processing',
    });
    expect(await note(id, 'Seen', boss)).toMatchObject({
      claimedBy: rita.email,
      notes: [{ text: 'Seen', by: boss.email }],
    });
  });

  it('can be taken over and released, and is made by the first admin who works on the case', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    await claim(id, rita);
    await claim(id, rita);
    expect(await claim(id, boss, true)).toMatchObject({ claimedBy: boss.email });
    await expect(claim(id, rita)).rejects.toMatchObject({ code: 'CASE_CLAIMED' });
    expect(await release(id)).toMatchObject({ claimedBy: null, claimedAt: null });
    await release(id);
    expect(await check(id, 'memorandum', 'approve', {}, rita)).toMatchObject({ claimedBy: rita.email });
    const of = { caseId: id, companyId: ann.companyId, companyName: ann.companyName, about: null };
    expect(await workOn(id)).toEqual([
      { ...of, claimedBy: rita.email, what: 'claimed' },
      { ...of, claimedBy: boss.email, what: 'taken-over' },
      { ...of, claimedBy: null, what: 'released' },
      { ...of, claimedBy: rita.email, what: 'document-approved', about: 'Memorandum' },
    ]);
  });

  it('is possible only for a case under review', async () => {
    const id = await fixture.submittedWhole(userActor());
    await approve(id);
    for (const work of [
      claim(id),
      claim(id, boss, true),
      check(id, 'memorandum', 'approve'),
      remark(id, 'companyDetails.city', 'x'),
      decide(id, 'reject', { reason: 'x' }),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'CASE_NOT_PROCESSING' });
    }
    for (const work of [claim, release]) await expect(work(uuidv7())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a document', () => {
  it('has one decision for each upload, and a newer upload has none', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    const first = fixture.uploadsOf(ann.companyId!).tax_certificate;
    await check(id, 'tax_certificate', 'approve', { reason: 'not stored' });
    const rejected = await check(id, 'tax_certificate', 'reject', { fault: 'expired' });
    const reason = 'The document has expired. Please upload one that is valid.';
    expect(rejected.documents).toEqual([
      { id: 'tax_certificate', uploadId: first, decision: 'reject', fault: 'expired', reason },
    ]);
    expect(rejected.barriers).toContain('Tax Certificate was rejected');

    const newer = fixture.attach(ann, 'tax_certificate');
    expect(await open(id)).toMatchObject({
      documents: [],
      barriers: expect.arrayContaining(['Tax Certificate has not been checked']),
    });
    await expect(check(id, 'tax_certificate', 'approve', { uploadId: first })).rejects.toMatchObject({
      code: 'DOCUMENT_REPLACED',
    });
    const approved = await check(id, 'tax_certificate', 'approve', { uploadId: newer });
    expect(approved.documents).toEqual([
      { id: 'tax_certificate', uploadId: newer, decision: 'approve', fault: null, reason: null },
    ]);

    fixture.clear(ann, 'tax_certificate');
    expect(await open(id)).toMatchObject({
      documents: [],
      barriers: expect.arrayContaining(['Tax Certificate has not been uploaded']),
    });
    await expect(check(id, 'tax_certificate', 'approve')).rejects.toMatchObject({
      code: 'CASE_INCOMPLETE',
      message: 'Tax Certificate has not been uploaded',
    });
  });

  it('cannot be rejected without a reason', async () => {
    const id = await fixture.submittedWhole(userActor());
    for (const given of [{}, { reason: '  ' }]) {
      await expect(check(id, 'memorandum', 'reject', given)).rejects.toMatchObject({
        code: 'INVALID',
        errors: [{ field: 'reason', message: 'Choose what is wrong, or write a reason' }],
      });
      await expect(
        decide(id, 'request-changes', { reason: 'x', documents: [{ id: 'memorandum', decision: 'reject', ...given }] }),
      ).rejects.toMatchObject({ code: 'INVALID' });
    }
    for (const [document, decision, given] of [
      ['passport', 'approve', {}],
      ['__proto__', 'approve', {}],
      ['memorandum', 'perhaps', {}],
      ['memorandum', 'reject', { fault: 'ugly' }],
      ['memorandum', 'reject', { reason: 'x'.repeat(2001) }],
    ] as const) {
      await expect(check(id, document, decision, given)).rejects.toMatchObject({ code: 'INVALID' });
    }
    expect(await open(id)).toMatchObject({ documents: [], claimedBy: null });
    expect(await check(id, 'memorandum', 'reject', { reason: 'Signed by a stranger' })).toMatchObject({
      documents: [{ fault: null, reason: 'Signed by a stranger' }],
    });
    expect(await check(id, 'memorandum', 'reject', { fault: 'other', reason: 'Still' })).toMatchObject({
      documents: [{ fault: 'other', reason: 'Still' }],
    });
  });
});

describe('marks and notes', () => {
  it('mark existing fields with one reason each, until the mark is removed', async () => {
    const id = await fixture.submitted(userActor());
    await remark(id, 'companyDetails.website', 'It leads nowhere');
    await remark(id, 'commercialInfo.currencies', 'Which one?');
    const { fields, barriers } = await remark(id, 'companyDetails.website', 'Still nowhere');
    expect(fields).toEqual([
      { field: 'commercialInfo.currencies', reason: 'Which one?' },
      { field: 'companyDetails.website', reason: 'Still nowhere' },
    ]);
    expect(barriers).toContain('Website is to be corrected');
    expect(await remark(id, 'companyDetails.website', undefined)).toMatchObject({
      fields: [{ field: 'commercialInfo.currencies' }],
    });
    for (const field of [
      'companyDetails.kycStatus',
      'companyDetails.__proto__',
      '__proto__',
      'website',
      'companyDetails.website.x',
      'constructor',
    ]) {
      await expect(remark(id, field, 'x')).rejects.toMatchObject({ code: 'INVALID' });
    }
  });

  it('store notes for admins only, and no event contains their text', async () => {
    const ann = userActor();
    const id = await fixture.submittedWhole(ann);
    await note(id, 'Ask Berlin about the owner');
    const { notes } = await note(id, 'Berlin says fine', rita);
    expect(notes.map(({ text, by }) => `${by}: ${text}`)).toEqual([
      'boss@tradepost.test: Ask Berlin about the owner',
      'rita@tradepost.test: Berlin says fine',
    ]);
    await expect(note(id, '  ')).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ message: 'Please write a note' }],
    });
    await remark(id, 'companyDetails.city', 'A secret reason');
    await remark(id, 'companyDetails.city', '');
    await approve(id);
    await note(id, 'Decided, and still noted');
    expect(JSON.stringify([await workOn(id), await decisionsOf(id)])).not.toMatch(/Berlin|secret/);
  });
});

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
