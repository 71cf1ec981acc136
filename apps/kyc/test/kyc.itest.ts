import { Readable } from 'node:stream';
import { identityEvents } from '@tradepost/contracts/identity';
import { kycDocuments, kycEvents } from '@tradepost/contracts/kyc';
import { tablesWith } from '@tradepost/testing/tables-with';
import { DeletedCompaniesSweeper } from '../src/case/deleted-companies.sweeper';
import { ReverificationSweeper } from '../src/case/reverification.sweeper';
import { complete, sender, startFixture, type Fixture } from './fixture';
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
