import { kyc } from '@tradepost/contracts/kyc';
import { memberOf, publicActor, userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { admin, complete, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

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

  it('by a co-owner is for the company of the owner, who is notified, and leaves the co-owner signed in as such', async () => {
    const ann = sender();
    const cora = memberOf(ann, ['co-owner']);
    await fixture.attach('memorandum', cora);
    const { user } = await fixture.submit(cora);
    const { userId: id, email, companyId } = cora;
    expect(user).toMatchObject({ id, email, companyId, roles: ['co-owner'], kycStatus: 'Processing' });
    expect(await fixture.submissions(ann)).toMatchObject([{ companyId, email: ann.email, userId: ann.userId }]);
    expect(await fixture.changes(ann)).toMatchObject([{ companyId, userId: ann.userId, status: 'Processing' }]);
    expect(await fixture.get(ann)).toMatchObject({ user: { id: ann.userId, roles: ['owner'] } });
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
    ['A VAT or tax number must contain a letter or a digit', details({ vatTaxNumber: '??' })],
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
    ...['ann.example', 'www.ann.example', 'http://ann.example', 'https://www.ann.co.uk/en?x=1', 'müller.example'].map(
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
