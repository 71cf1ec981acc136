import { kyc, kycEvents } from '@tradepost/contracts/kyc';
import { v7 as uuidv7 } from 'uuid';
import { ReverificationSweeper } from '../src/case/reverification.sweeper';
import { complete, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('a decision', () => {
  it.each([
    ['approve', 'Approved', null],
    ['reject', 'Rejected', 'Not enough'],
    ['request-changes', 'Changes requested', 'A newer bank statement'],
  ] as const)('to %s makes it %s, gives the reason, and allows a new submission', async (decision, status, reason) => {
    const ann = sender();
    await fixture.submit(ann);
    await fixture.decide(ann, decision, reason);
    expect((await fixture.changes(ann)).at(-1)).toEqual({
      companyId: ann.companyId,
      userId: ann.userId,
      status,
      version: 2,
      reason,
      documents: [],
      fields: [],
      verified: null,
    });
    expect((await fixture.submit(ann)).user.kycStatus).toBe('Processing');
    expect((await fixture.submissions(ann)).map(({ version }) => version)).toEqual([1, 3]);
  });

  it('names the documents and fields, until they are sent again', async () => {
    const ann = sender();
    const unreadable = await fixture.attach('tax_statement', ann);
    const fine = await fixture.attach('memorandum', ann);
    await fixture.submit(ann);
    const rejected = {
      id: 'tax_statement' as const,
      uploadId: unreadable.id,
      decision: 'reject' as const,
      fault: 'unreadable' as const,
      reason: 'Too dark',
    };
    const approved = {
      id: 'memorandum' as const,
      uploadId: fine.id,
      decision: 'approve' as const,
      fault: null,
      reason: null,
    };
    const fields = [{ field: 'companyDetails.website', reason: 'It does not open' }];
    await fixture.decide(ann, 'request-changes', 'Nearly there', { documents: [rejected, approved], fields });
    expect((await fixture.get(ann)).review).toMatchObject({
      status: 'Changes requested',
      reason: 'Nearly there',
      documents: [rejected],
      fields,
      verified: null,
      decidedAt: expect.stringMatching(/Z$/),
    });
    expect((await fixture.changes(ann)).at(-1)).toMatchObject({ documents: [rejected, approved], fields });
    await fixture.attach('tax_statement', ann);
    expect((await fixture.get(ann)).review).toMatchObject({ documents: [], fields });
    expect((await fixture.submit(ann)).review).toMatchObject({
      status: 'Processing',
      reason: null,
      documents: [],
      fields: [],
      decidedAt: null,
    });
  });

  it('that approves shows what was checked until the next submission, and reminds twice before it ends', async () => {
    const ann = sender();
    await fixture.submit(ann);
    const verified = { at: '2026-01-02T03:04:05.000Z', checked: ['Company Details', 'Memorandum'] };
    const reverifyAt = '2027-01-02T03:04:05.000Z';
    await fixture.decide(ann, 'approve', null, { verified, reverifyAt });
    expect((await fixture.get(ann)).review).toMatchObject({ status: 'Approved', verified, reverifyAt });

    const sweeper = fixture.app.get(ReverificationSweeper);
    const reminders = async () =>
      (await fixture.published(kycEvents.reverificationDue)).filter(({ companyId }) => companyId === ann.companyId);
    const at = async (day: string, count: number) => {
      await sweeper.sweep(new Date(day));
      await sweeper.sweep(new Date(day));
      expect(await reminders()).toHaveLength(count);
    };
    await at('2026-12-01', 0);
    await at('2026-12-04', 1);
    await at('2026-12-25', 1);
    await at('2026-12-27', 2);
    await at('2027-06-01', 2);
    expect((await fixture.submit(ann)).review).toMatchObject({ verified: null, reverifyAt: null });
  });

  it('has one effect for any number of deliveries', async () => {
    const ann = sender();
    await fixture.submit(ann);
    const id = uuidv7();
    await Promise.all([1, 2, 3].map(() => fixture.decide(ann, 'approve', null, { id })));
    await fixture.decide(ann, 'reject', 'too late');
    expect((await fixture.changes(ann)).map(({ status }) => status)).toEqual(['Processing', 'Approved']);
  });

  it('on a replaced submission has no effect', async () => {
    const ann = sender();
    await fixture.submit(ann);
    await fixture.submit(ann);
    await fixture.decide(ann, 'approve', null, { version: 1 });
    expect((await fixture.changes(ann)).map(({ status }) => status)).toEqual(['Processing', 'Processing']);
  });
});

it('shows admins the submitted data, not what was saved later', async () => {
  const ann = sender();
  const audit = { kind: 'system', service: 'audit' } as const;
  const seen = async () =>
    (await fixture.call(kyc.caseData, { companyId: ann.companyId }, audit)).data.companyDetails.city;
  await fixture.submit(ann);
  const { data } = await fixture.save({ companyDetails: { city: 'Oradea' } }, ann);
  expect([data.companyDetails.city, await seen()]).toEqual(['Oradea', 'Cluj']);
  await fixture.submit(ann, { ...complete, companyDetails: { ...complete.companyDetails, city: 'Oradea' } });
  expect(await seen()).toBe('Oradea');
});

it('gives admins the answers of an existing case only', async () => {
  const ann = sender();
  const audit = { kind: 'system', service: 'audit' } as const;
  await expect(fixture.call(kyc.caseData, { companyId: ann.companyId }, audit)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await fixture.submit(ann);
  const { data } = await fixture.call(kyc.caseData, { companyId: ann.companyId }, audit);
  expect(data).toMatchObject({ companyDetails: complete.companyDetails, commercialInfo: complete.commercialInfo });
});
