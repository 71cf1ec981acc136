import type { KycStatus } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { CompanyRow } from '../src/company/company.entity';
import { anonymous, company, startFixture, tally, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const save = (actor: Parameters<typeof fixture.call>[2], changed: object = {}) =>
  fixture.call(identity.saveCompany, { company: { ...company, ...changed } }, actor);
const companyNow = async (actor: Parameters<typeof fixture.call>[2]) =>
  (await fixture.call(identity.me, {}, actor)).company;

describe('adding the company', () => {
  it.each([
    ['sender', 'Pending'],
    ['receiver', 'NotRequired'],
  ] as const)('opens a session for a %s with registration status %s', async (userType, kycStatus) => {
    const newcomer = await fixture.onboarding(undefined, userType);
    const { token, user, message } = await save(newcomer);
    expect(message).toBe('Company Created Successfully');
    expect(user).toMatchObject({
      id: newcomer.userId,
      companyName: 'Ann Trading',
      companyId: expect.any(String),
      kycStatus,
      totalStorage: 10 * 1024 ** 3,
    });
    const { scope, sid, iat, exp } = await fixture.claimsOf(token);
    expect({ scope, life: exp! - iat! }).toEqual({ scope: 'session', life: 86_400 });
    expect(sid).not.toBe(newcomer.sessionId);
    expect(await fixture.bearer(token)).toMatchObject({
      companyId: user.companyId,
      companyName: 'Ann Trading',
      kycStatus,
    });
    const events = (await fixture.published(identityEvents.companySaved)).filter(({ userId }) => userId === user.id);
    expect(events).toEqual([
      {
        companyId: user.companyId,
        companyName: 'Ann Trading',
        userId: user.id,
        email: user.email,
        firstName: 'Ann',
        userType,
        created: true,
      },
    ]);
  });

  it('gives it the quota of the installation', async () => {
    const own = await fixture.replica({ STORAGE_BYTES_PER_COMPANY: '5000' });
    const { user } = await own.call(identity.saveCompany, { company }, await fixture.onboarding());
    expect(user.totalStorage).toBe(5000);
    await own.stop();
  });

  it('creates one company for ten parallel calls', async () => {
    const newcomer = await fixture.onboarding();
    expect(tally(await Promise.allSettled(Array.from({ length: 10 }, () => save(newcomer))))).toEqual({ ok: 10 });
    const events = (await fixture.published(identityEvents.companySaved)).filter(
      ({ userId }) => userId === newcomer.userId,
    );
    expect(events.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(events.map(({ companyId }) => companyId)).size).toBe(1);
  });

  it('accepts the wire spelling of the registration number', async () => {
    const { companyRegistrationNumber: _, ...rest } = company;
    const newcomer = await fixture.onboarding();
    const { token } = await fixture.call(
      identity.saveCompany,
      { company: { ...rest, CompanyRegistrationNumber: 'HRB 77' } },
      newcomer,
    );
    expect(await companyNow((await fixture.bearer(token))!)).toMatchObject({ companyRegistrationNumber: 'HRB 77' });
  });
});

describe('saving the profile', () => {
  it('continues the same session, so that signing out invalidates the new token too', async () => {
    const ann = await fixture.member();
    const { token, user } = await save(ann, { companyName: 'Ann & Sons' });
    expect(user).toMatchObject({ companyId: ann.companyId, companyName: 'Ann & Sons' });
    expect(await fixture.claimsOf(token)).toMatchObject({ sid: ann.sessionId, scope: 'session', sub: ann.userId });
    await fixture.call(identity.logout, {}, ann);
    expect(await fixture.bearer(token)).toBeNull();
    await expect(save(ann, { companyName: 'Too late' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await sql(fixture.db.read).findOneBy(CompanyRow, { ownerId: ann.userId })).toMatchObject({
      companyName: 'Ann & Sons',
    });
  });

  it('keeps the registration number when it is absent, and clears emptied fields', async () => {
    const ann = await fixture.member();
    await save(ann, { companyRegistrationNumber: undefined, taxId: '', addressLine2: 'Floor 2' });
    expect(await companyNow(ann)).toMatchObject({
      companyRegistrationNumber: 'HRB 1',
      taxId: null,
      addressLine2: 'Floor 2',
    });
    await save(ann, { companyRegistrationNumber: 'HRB 2' });
    expect(await companyNow(ann)).toMatchObject({
      companyRegistrationNumber: 'HRB 2',
      taxId: 'DE1',
      addressLine2: null,
    });
  });

  it('refuses a VAT number without a letter or digit', async () => {
    const ann = await fixture.member();
    const before = await companyNow(ann);
    await expect(save(ann, { taxId: '??' })).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'company.taxId', message: 'A VAT or tax number must contain a letter or a digit' }],
    });
    expect(await companyNow(ann)).toEqual(before);
  });

  it('changes neither the registration status nor other companies', async () => {
    const [ann, bob] = [await fixture.member(), await fixture.member('sender', 'Bob Trading')];
    await fixture.deliverEvent(kycEvents.statusChanged, {
      companyId: ann.companyId!,
      userId: ann.userId,
      status: 'Approved',
      version: 1,
      reason: null,
      documents: [],
      fields: [],
      verified: null,
    });
    expect((await save(ann, { companyName: 'New Name' })).user).toMatchObject({ kycStatus: 'Approved' });
    expect(await companyNow(bob)).toMatchObject({ companyName: 'Bob Trading' });
  });

  it.each([
    ['companyName', 'Company name is required'],
    ['country', 'Country is required'],
    ['addressLine1', 'Address line 1 is required'],
    ['city', 'City is required'],
    ['postCode', 'Post code is required'],
    ['tradingCurrency', 'Trading currency is required'],
    ['telephoneNumber', 'Telephone number is required'],
    ['contractEmail', 'Contract email is required'],
    ['billingEmail', 'Billing email is required'],
  ])('rejects a blank %s and changes nothing', async (field, message) => {
    const ann = userActor();
    await expect(save(ann, { [field]: '  ' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(await sql(fixture.db.read).findOneBy(CompanyRow, { ownerId: ann.userId })).toBeNull();
  });

  it('rejects a foreign telephone number, another address, anonymous callers, a reset token and an admin', async () => {
    const ann = await fixture.member();
    await expect(save(ann, { telephoneNumber: '+44 20 7946 0000' })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Telephone number must start with +91',
    });
    await expect(fixture.call(identity.saveCompany, { email: 'bob@example.com', company }, ann)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(save(anonymous)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(save({ ...ann, scope: 'password-reset' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(save({ ...ann, userType: 'admin' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(fixture.call(identity.saveCompany, { company: 'x' }, ann)).rejects.toMatchObject({ status: 400 });
    expect(await companyNow(ann)).toMatchObject({ companyName: 'Ann Trading', telephoneNumber: '+912212345678' });
  });
});

describe('the registration status', () => {
  it('follows the decisions in the order of their versions, not of arrival', async () => {
    const ann = await fixture.member();
    const deliver = (status: KycStatus, version: number, companyId = ann.companyId!) =>
      fixture.deliverEvent(kycEvents.statusChanged, {
        companyId,
        userId: ann.userId,
        status,
        version,
        reason: null,
        documents: [],
        fields: [],
        verified: null,
      });
    const now = async () => (await fixture.call(identity.me, {}, ann)).user.kycStatus;
    await deliver('Processing', 1);
    expect(await now()).toBe('Processing');
    await deliver('Approved', 3);
    await deliver('Rejected', 2);
    await deliver('Rejected', 3);
    expect(await now()).toBe('Approved');
    expect(
      (
        await fixture.call(
          identity.actorOf,
          { sessionId: ann.sessionId, enforcesRoles: true },
          { kind: 'system', service: 'gateway' },
        )
      ).actor?.kycStatus,
    ).toBe('Approved');
    await deliver('Processing', 4, uuidv7());
    expect(await now()).toBe('Approved');
  });
});
