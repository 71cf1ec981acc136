import { Readable } from 'node:stream';
import { identityEvents } from '@tradepost/contracts/identity';
import { kyc, kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { publicActor, userActor } from '@tradepost/testing/service-harness';
import { tablesWith } from '@tradepost/testing/tables-with';
import { v7 as uuidv7 } from 'uuid';
import { DeletedCompaniesSweeper } from '../src/case/deleted-companies.sweeper';
import { ReverificationSweeper } from '../src/case/reverification.sweeper';
import { admin, complete, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const documentOf = async (kind: string, actor: ReturnType<typeof sender>) =>
  (await fixture.get(actor)).data.documents.documents.find(({ id }) => id === kind)!;

it('keeps entities and migrations in agreement', async () => {
  expect((await fixture.db.source.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
});

describe('a registration', () => {
  it('begins with the answers of onboarding and nine empty documents', async () => {
    const ann = sender();
    const { data, user } = await fixture.get(ann);
    expect(data.companyDetails).toMatchObject({
      shortName: 'Ann Trading',
      registrationCountry: 'Romania',
      companyRegistrationNumber: 'J12/34',
      vatTaxNumber: 'RO77',
      city: 'Iasi',
      postcode: '700001',
    });
    expect(data.documents.documents.map(({ id, name, filename, fileUrl }) => [id, name, filename, fileUrl])).toEqual(
      kycDocuments.map(([id, name]) => [id, name, null, null]),
    );
    expect(user).toMatchObject({ id: ann.userId, email: ann.email, kycStatus: 'Pending' });
  });

  it('keeps earlier answers, by section and by answer', async () => {
    const ann = sender();
    await fixture.save({ commercialInfo: { currencies: [{ country: 'Poland', currency: 'PLN' }] } }, ann);
    await fixture.save({ companyDetails: { city: 'Cluj' } }, ann);
    await fixture.save({ commercialInfo: { businessNature: { code: '46', description: 'Wholesale' } } }, ann);
    const { data } = await fixture.get(ann);
    expect(data.companyDetails).toMatchObject({
      city: 'Cluj',
      registrationCountry: 'Romania',
      shortName: 'Ann Trading',
    });
    expect(data.commercialInfo).toMatchObject({
      currencies: [{ country: 'Poland', currency: 'PLN' }],
      businessNature: { code: '46' },
    });
  });

  it('allows clearing an answer', async () => {
    const ann = sender();
    await fixture.save({ companyDetails: { city: '' } }, ann);
    expect((await fixture.get(ann)).data.companyDetails).toMatchObject({ city: '', postcode: '700001' });
  });

  it('changes neither status nor documents and publishes nothing when it is saved', async () => {
    const ann = sender();
    await fixture.attach('tax_statement', ann);
    await fixture.submit(ann);
    const before = await documentOf('tax_statement', ann);
    const { user } = await fixture.save({ ...complete, documents: { documents: [] } }, ann);
    expect(user.kycStatus).toBe('Processing');
    expect(await documentOf('tax_statement', ann)).toEqual(before);
    expect(await fixture.changes(ann)).toHaveLength(1);
  });

  it('stores only its own fields, whatever a program sends', async () => {
    const ann = sender();
    const sent = JSON.parse(
      '{"__proto__":{"kycStatus":"Approved"},"kycStatus":"Approved","constructor":{"prototype":{"x":1}},"companyDetails":{"city":"Cluj","kycStatus":"Approved","__proto__":{"a":1}},"decided":{},"verified":{"at":"2026"}}',
    );
    const { data, user, review } = await fixture.save(sent, ann);
    expect(user.kycStatus).toBe('Pending');
    expect(review).toMatchObject({ status: 'Pending', verified: null, decidedAt: null });
    expect(JSON.stringify(data)).not.toMatch(/Approved|prototype|2026/);
    expect(data.companyDetails.city).toBe('Cluj');
    expect(({} as Record<string, unknown>).kycStatus).toBeUndefined();
  });

  it.each([
    ['text', 'Cluj'],
    ['a list', []],
    ['a number for a name', { companyDetails: { city: 5 } }],
    ['an endless name', { companyDetails: { city: 'x'.repeat(256) } }],
    ['too many rows', { commercialInfo: { currencies: Array(501).fill({ country: 'India', currency: 'INR' }) } }],
  ])('is refused as %s, and changes nothing', async (_what, sent) => {
    const ann = sender();
    await fixture.save({ companyDetails: { city: 'Cluj' } }, ann);
    await expect(fixture.save(sent as object, ann)).rejects.toMatchObject({ code: 'INVALID' });
    expect((await fixture.get(ann)).data.companyDetails.city).toBe('Cluj');
  });

  it('is created once, for any number of tabs that save at once', async () => {
    const ann = sender();
    const cities = Array.from({ length: 10 }, (_, i) => `City ${i}`);
    await Promise.all(cities.map((city) => fixture.save({ companyDetails: { city } }, ann)));
    expect(cities).toContain((await fixture.get(ann)).data.companyDetails.city);
  });

  it('belongs to one company', async () => {
    const [ann, bob] = [sender(), sender({ companyName: 'Bob' })];
    await fixture.save({ companyDetails: { city: 'Ann’s city' } }, ann);
    await fixture.submit(ann);
    const { data, user } = await fixture.get(bob);
    expect(data.companyDetails).toMatchObject({ shortName: 'Bob', city: 'Iasi' });
    expect(user.kycStatus).toBe('Pending');
  });
});

describe('submitting', () => {
  it('returns the new status and publishes it', async () => {
    const ann = sender();
    expect((await fixture.submit(ann)).user.kycStatus).toBe('Processing');
    const { companyId, companyName, email, userId } = ann;
    expect(await fixture.submissions(ann)).toEqual([
      { caseId: expect.any(String), companyId, companyName, email, userId, version: 1 },
    ]);
    expect(await fixture.changes(ann)).toEqual([
      { companyId, userId, status: 'Processing', version: 1, reason: null, documents: [], fields: [], verified: null },
    ]);
  });

  it('again creates a newer submission of the same case', async () => {
    const ann = sender();
    await Promise.all([fixture.submit(ann), fixture.submit(ann), fixture.submit(ann)]);
    const sent = await fixture.submissions(ann);
    expect(sent.map(({ version }) => version).sort()).toEqual([1, 2, 3]);
    expect(new Set(sent.map(({ caseId }) => caseId)).size).toBe(1);
  });

  const details = (broken: object) => ({ companyDetails: { ...complete.companyDetails, ...broken } });
  const commercial = (broken: object) => ({ commercialInfo: { ...complete.commercialInfo, ...broken } });
  const [currency, volume] = [complete.commercialInfo.currencies[0], complete.commercialInfo.tradeVolumes[0]];
  const required = [
    ['shortName', 'Short Name'],
    ['legalEntityName', 'Legal Entity Name'],
    ['registrationCountry', 'Registration Country'],
    ['typeOfRegistration', 'Type of Registration'],
    ['companyRegistrationNumber', 'Company Registration Number'],
    ['vatTaxNumber', 'VAT/TAX Number'],
    ['incorporationDate', 'Incorporation Date'],
    ['website', 'Website'],
    ['primaryContactEmail', 'Primary Contact Email'],
    ['phoneNumber', 'Phone Number'],
    ['addressLine1', 'Line 1'],
    ['city', 'City/Town'],
    ['postcode', 'Postcode'],
  ] as const;

  it.each<readonly [string, object]>([
    ['Company details section is missing', { companyDetails: undefined }],
    ['Documents section is missing', { documents: undefined }],
    ['Commercial information section is missing', { commercialInfo: undefined }],
    ...required.flatMap(([field, label]) =>
      ['', '  ', undefined].map((value) => [`${label} is required`, details({ [field]: value })] as const),
    ),
    ...['ann', 'ann@', '@ann.example', 'a b@ann.example', 'ann@example'].map(
      (primaryContactEmail) => ['Please enter a valid email address', details({ primaryContactEmail })] as const,
    ),
    ...['not a site', 'ann', 'ftp://ann.example', 'javascript:alert(1)', 'https://'].map(
      (website) => ['Please enter a valid website URL', details({ website })] as const,
    ),
    ...['phoneNumber', 'mobileNumber'].flatMap((field) => [
      ['Please enter a valid number with country code', details({ [field]: '12345' })] as const,
      ['Please enter a valid number with country code', details({ [field]: 'abc' })] as const,
      ['Number should have between 7-15 digits', details({ [field]: '+40 123' })] as const,
    ]),
    ...[null, undefined, {}, { code: ' ' }].map(
      (businessNature) =>
        [
          'Business nature information is required',
          { commercialInfo: { currencies: [currency], tradeVolumes: [volume], businessNature } },
        ] as const,
    ),
    ['At least one currency must be selected', commercial({ currencies: [] })],
    ...['country', 'currency'].map(
      (key) =>
        [
          'Currency information is incomplete',
          commercial({ currencies: [currency, { ...currency, [key]: ' ' }] }),
        ] as const,
    ),
    ['At least one trade volume entry is required', commercial({ tradeVolumes: [] })],
    ...['country', 'expected', 'actual', 'variance'].map(
      (key) =>
        [
          'Trade volume information is incomplete',
          commercial({ tradeVolumes: [volume, { ...volume, [key]: '' }] }),
        ] as const,
    ),
  ])('answers "%s" and changes nothing', async (message, broken) => {
    const ann = sender();
    await expect(fixture.submit(ann, { ...complete, ...broken })).rejects.toMatchObject({
      code: 'INVALID',
      message,
      errors: expect.arrayContaining([expect.objectContaining({ message })]),
    });
    expect(await fixture.submissions(ann)).toEqual([]);
    expect((await fixture.get(ann)).data.companyDetails.city).toBe('Iasi');
  });

  it('names every rule that is broken, the first as the message', async () => {
    const nothing = { companyDetails: {}, documents: {}, commercialInfo: {} };
    await expect(fixture.submit(sender(), nothing)).rejects.toMatchObject({
      message: 'Short Name is required',
      errors: [
        ...required.map(([field, label]) => ({ field: `companyDetails.${field}`, message: `${label} is required` })),
        { field: 'commercialInfo.businessNature', message: 'Business nature information is required' },
        { field: 'commercialInfo.currencies', message: 'At least one currency must be selected' },
        { field: 'commercialInfo.tradeVolumes', message: 'At least one trade volume entry is required' },
      ],
    });
  });

  it.each<readonly [string, object]>([
    ...['ann.example', 'www.ann.example', 'http://ann.example', 'https://www.ann.co.uk/en?x=1'].map(
      (website) => [website, details({ website })] as const,
    ),
    [
      'no document, mobile, fax, second line or county',
      details({ mobileNumber: '', faxNumber: '', addressLine2: '', addressLine3: '', county: '' }),
    ],
    [
      'amounts that are numbers',
      commercial({ tradeVolumes: [{ country: 'Romania', expected: 0, actual: 0, variance: 0 }] }),
    ],
  ])('takes %s', async (_what, given) => {
    expect((await fixture.submit(sender(), { ...complete, ...given })).user.kycStatus).toBe('Processing');
  });
});

describe('who may', () => {
  it.each([
    ['nobody', () => publicActor, 'UNAUTHENTICATED'],
    ['a receiver', () => userActor({ userType: 'receiver' }), 'NOT_ALLOWED'],
    ['an admin', admin, 'NOT_ALLOWED'],
    ['a session that only resets a password', () => sender({ scope: 'password-reset' }), 'NOT_ALLOWED'],
    ['a sender without a company', () => sender({ companyId: null, companyName: null }), 'COMPANY_MISSING'],
  ])('%s may not register', async (_who, actor, code) => {
    const by = actor();
    await expect(fixture.call(kyc.get, {}, by)).rejects.toMatchObject({ code });
    await expect(fixture.call(kyc.saveProgress, { kycData: complete }, by)).rejects.toMatchObject({ code });
    await expect(fixture.call(kyc.submit, { kycData: complete }, by)).rejects.toMatchObject({ code });
  });

  it('a caller may name only themselves', async () => {
    const ann = sender();
    await expect(fixture.call(kyc.get, { email: 'bob@example.com' }, ann)).rejects.toMatchObject({ code: 'NOT_YOURS' });
    await expect(fixture.call(kyc.saveProgress, { userId: uuidv7(), kycData: complete }, ann)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(fixture.call(kyc.submit, { userId: uuidv7(), kycData: complete }, ann)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    expect(await fixture.submissions(ann)).toEqual([]);
  });
});

describe('documents', () => {
  it('show the newest upload, and earlier ones can still be opened', async () => {
    const ann = sender();
    const older = await fixture.attach('memorandum', ann, 'old.pdf');
    const newer = await fixture.attach('memorandum', ann, 'new.pdf');
    expect(await documentOf('memorandum', ann)).toEqual({
      id: 'memorandum',
      name: 'Memorandum',
      required: true,
      scan: 'none',
      filename: 'new.pdf',
      uploadId: newer.id,
      fileUrl: `/api/kyc/documents/${newer.id}`,
      contentType: 'application/pdf',
      size: 3_000_000_000,
      uploadedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      versions: [expect.objectContaining({ id: older.id, filename: 'old.pdf' })],
    });
    const open = (documentId: string) => fixture.call(kyc.openDocument, { documentId }, ann);
    expect(await open(older.id)).toMatchObject({
      filename: 'old.pdf',
      objectKey: expect.stringContaining(ann.companyId!),
    });
    expect(await open('memorandum')).toMatchObject({ filename: 'new.pdf', size: 3_000_000_000 });
  });

  it('of a company have a limit together, and each may be replaced five times a day', async () => {
    const ann = sender();
    await fixture.attach('bank_statement', ann, 'large.pdf', { size: 99_000_000_000 });
    await expect(fixture.attach('memorandum', ann)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 });
    expect(await documentOf('memorandum', ann)).toMatchObject({ uploadId: null });
    const ask = (bytes: number) => fixture.call(kyc.checkDocumentRoom, { bytes }, ann);
    await expect(ask(1_000_000_001)).rejects.toMatchObject({ code: 'TOO_LARGE', status: 413 });
    await ask(1_000_000_000);
    await fixture.attach('memorandum', ann, 'small.pdf', { size: 1_000_000_000 });
    const bob = sender();
    for (let n = 0; n < 5; n += 1) await fixture.attach('memorandum', bob);
    await expect(fixture.attach('memorandum', bob)).rejects.toMatchObject({ code: 'TOO_MANY', status: 429 });
    await fixture.attach('bank_statement', bob);
  });

  it('can be opened only by their company and admins, and an admin’s access is logged', async () => {
    const [ann, bob, boss] = [sender(), sender(), admin()];
    const { id: documentId } = await fixture.attach('bank_statement', ann);
    for (const stranger of [bob, userActor({ userType: 'receiver' }), sender({ companyId: null })]) {
      await expect(fixture.call(kyc.openDocument, { documentId }, stranger)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(fixture.call(kyc.openDocument, { documentId: 'bank_statement' }, stranger)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await expect(fixture.call(kyc.openDocument, { documentId }, publicActor)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(fixture.call(kyc.openDocument, { documentId: 'no-uuid' }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.call(kyc.openDocument, { documentId }, ann);
    await fixture.call(kyc.openDocument, { documentId }, boss);
    const reads = (await fixture.published(kycEvents.documentRead)).filter(
      ({ companyId }) => companyId === ann.companyId,
    );
    expect(reads).toEqual([{ companyId: ann.companyId, document: 'bank_statement', filename: 'proof.pdf' }]);
  });

  it('that are cleared disappear with all versions for the company, but not for the review', async () => {
    const ann = sender();
    const older = await fixture.attach('company_chart', ann);
    const newer = await fixture.attach('company_chart', ann);
    await fixture.call(kyc.saveProgress, { userId: ann.userId, kycData: complete }, ann);
    await fixture.call(kyc.clearDocument, { documentId: 'company_chart' }, ann);
    expect(await documentOf('company_chart', ann)).toMatchObject({ uploadId: null, filename: null, versions: [] });
    for (const documentId of ['company_chart', older.id, newer.id])
      await expect(fixture.call(kyc.openDocument, { documentId }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    const next = await fixture.attach('company_chart', ann);
    expect(await documentOf('company_chart', ann)).toMatchObject({ uploadId: next.id, versions: [] });
    const reviewed = await fixture.call(kyc.caseData, { companyId: ann.companyId! }, admin());
    expect(reviewed.data.documents.documents.find(({ id }) => id === 'company_chart')).toMatchObject({
      uploadId: next.id,
      versions: [{ id: newer.id }, { id: older.id }],
    });
    expect(await fixture.call(kyc.openDocument, { documentId: older.id }, admin())).toMatchObject({
      filename: 'proof.pdf',
    });
  });

  it('show whether they were scanned, and a refused document is logged', async () => {
    const ann = sender();
    await fixture.attach('tax_statement', ann);
    await fixture.attach('tax_statement', ann, 'scanned.pdf', { scan: 'clean' });
    expect(await documentOf('tax_statement', ann)).toMatchObject({
      filename: 'scanned.pdf',
      scan: 'clean',
      versions: [expect.objectContaining({ scan: 'none' })],
    });
    expect(await documentOf('memorandum', ann)).toMatchObject({ uploadId: null, scan: null });
    await fixture.call(
      kyc.rejectInfectedDocument,
      { documentId: 'memorandum', filename: 'bad.pdf', signature: 'Win.Test.EICAR_HDB-1' },
      ann,
    );
    expect(
      (await fixture.published(kycEvents.infectedDocumentRejected)).filter(
        ({ companyId }) => companyId === ann.companyId,
      ),
    ).toEqual([
      { companyId: ann.companyId, document: 'memorandum', filename: 'bad.pdf', signature: 'Win.Test.EICAR_HDB-1' },
    ]);
  });

  it('of an unknown kind are refused', async () => {
    await expect(fixture.attach('passport' as never, sender())).rejects.toMatchObject({ code: 'INVALID' });
  });
});

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

describe('a deleted account', () => {
  const dayMs = 86_400_000;
  const leave = ({ userId, email, companyId }: ReturnType<typeof sender>) =>
    fixture.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId });
  const sweepIn = (days: number) => fixture.app.get(DeletedCompaniesSweeper).sweep(new Date(Date.now() + days * dayMs));
  const stored = async (ann: ReturnType<typeof sender>) => {
    await fixture.attach('tax_statement', ann);
    const [row] = (await sql(fixture.db.read).query(
      'SELECT object_key AS key FROM kyc_document WHERE company_id = $1',
      [ann.companyId],
    )) as { key: string }[];
    await fixture.store.put(row!.key, Readable.from([Buffer.from('bytes')]));
    return () => fixture.store.stat(row!.key);
  };

  it('at once deletes a registration that was not submitted', async () => {
    const ann = sender();
    const stat = await stored(ann);
    await fixture.save({ companyDetails: { city: 'Cluj-Napoca' } }, ann);
    await leave(ann);
    await sweepIn(0.1);
    expect(await stat()).toBeNull();
    expect(await tablesWith(fixture.db, ann.companyId!)).toEqual([]);
  });

  it('keeps a submitted registration for five years, and then deletes it', async () => {
    const ann = sender();
    const stat = await stored(ann);
    await fixture.submit(ann);
    await fixture.decide(ann, 'approve', null, {
      verified: { at: '2026-01-01T00:00:00.000Z', checks: [] } as never,
      reverifyAt: new Date(Date.now() + 5 * dayMs).toISOString(),
    });
    await leave(ann);
    const reminded = (await fixture.published(kycEvents.reverificationDue)).length;
    await fixture.app.get(ReverificationSweeper).sweep();
    expect(await fixture.published(kycEvents.reverificationDue)).toHaveLength(reminded);
    await sweepIn(1_825);
    expect(await stat()).not.toBeNull();
    await sweepIn(1_827);
    expect(await stat()).toBeNull();
    expect(await tablesWith(fixture.db, ann.companyId!)).toEqual([]);
    expect((await fixture.published(kycEvents.registrationErased)).at(-1)).toEqual({ companyId: ann.companyId });
  });
});
