import { audit } from '@tradepost/contracts/audit';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { v7 as uuidv7 } from 'uuid';
import { formWith, second, startFixture, type Fixture } from './fixture';
import { boss, rita, type Given, reviewsOf } from './review-kit';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { decide, approve, open, claim, note, remark, check, decisionsOf, workOn } = reviewsOf(() => fixture);

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
