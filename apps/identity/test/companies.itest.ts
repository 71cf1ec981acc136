import type { KycStatus } from '@tradepost/contracts/actor';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { CompanyRow } from '../src/accounts.entity';
import { anybody, company, startStage, tally, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const save = (actor: Parameters<typeof stage.call>[2], changed: object = {}) =>
  stage.call(identity.saveCompany, { company: { ...company, ...changed } }, actor);
const companyNow = async (actor: Parameters<typeof stage.call>[2]) =>
  (await stage.call(identity.me, {}, actor)).company;

describe('adding the company', () => {
  it.each([
    ['sender', 'Pending'],
    ['receiver', 'NotRequired'],
  ] as const)('opens the session of a %s, whose registration is %s', async (userType, kycStatus) => {
    const newcomer = await stage.onboarding(undefined, userType);
    const { token, user, message } = await save(newcomer);
    expect(message).toBe('Company Created Successfully');
    expect(user).toMatchObject({
      id: newcomer.userId,
      companyName: 'Ann Trading',
      companyId: expect.any(String),
      kycStatus,
      totalStorage: 10 * 1024 ** 3,
    });
    const { scope, sid, iat, exp } = await stage.claimsOf(token);
    expect({ scope, life: exp! - iat! }).toEqual({ scope: 'session', life: 86_400 });
    expect(sid).not.toBe(newcomer.sessionId);
    expect(await stage.bearer(token)).toMatchObject({
      companyId: user.companyId,
      companyName: 'Ann Trading',
      kycStatus,
    });
    const events = (await stage.published(identityEvents.companySaved)).filter(({ userId }) => userId === user.id);
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

  it('makes one company of ten calls at once', async () => {
    const newcomer = await stage.onboarding();
    expect(tally(await Promise.allSettled(Array.from({ length: 10 }, () => save(newcomer))))).toEqual({ ok: 10 });
    const events = (await stage.published(identityEvents.companySaved)).filter(
      ({ userId }) => userId === newcomer.userId,
    );
    expect(events.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(events.map(({ companyId }) => companyId)).size).toBe(1);
  });

  it('understands the wire spelling of the registration number', async () => {
    const { companyRegistrationNumber: _, ...rest } = company;
    const newcomer = await stage.onboarding();
    const { token } = await stage.call(
      identity.saveCompany,
      { company: { ...rest, CompanyRegistrationNumber: 'HRB 77' } },
      newcomer,
    );
    expect(await companyNow((await stage.bearer(token))!)).toMatchObject({ companyRegistrationNumber: 'HRB 77' });
  });
});

describe('saving the profile', () => {
  it('goes on with the same session, so that signing out leaves no token behind', async () => {
    const ann = await stage.member();
    const { token, user } = await save(ann, { companyName: 'Ann & Sons' });
    expect(user).toMatchObject({ companyId: ann.companyId, companyName: 'Ann & Sons' });
    expect(await stage.claimsOf(token)).toMatchObject({ sid: ann.sessionId, scope: 'session', sub: ann.userId });
    await stage.call(identity.logout, {}, ann);
    expect(await stage.bearer(token)).toBeNull();
    await expect(save(ann, { companyName: 'Too late' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await stage.db.read.findOneBy(CompanyRow, { ownerId: ann.userId })).toMatchObject({
      companyName: 'Ann & Sons',
    });
  });

  it('keeps the registration number when it is absent, and clears what was emptied', async () => {
    const ann = await stage.member();
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

  it('leaves the registration status and every other company alone', async () => {
    const [ann, bob] = [await stage.member(), await stage.member('sender', 'Bob Trading')];
    await stage.hear(kycEvents.statusChanged, {
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
  ])('refuses a blank %s and changes nothing', async (field, message) => {
    const ann = userActor();
    await expect(save(ann, { [field]: '  ' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(await stage.db.read.findOneBy(CompanyRow, { ownerId: ann.userId })).toBeNull();
  });

  it("refuses another country's telephone, another's address, nobody, a reset ticket and an admin", async () => {
    const ann = await stage.member();
    await expect(save(ann, { telephoneNumber: '+44 20 7946 0000' })).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Telephone number must start with +91',
    });
    await expect(stage.call(identity.saveCompany, { email: 'bob@example.com', company }, ann)).rejects.toMatchObject({
      code: 'NOT_YOURS',
    });
    await expect(save(anybody)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(save({ ...ann, scope: 'password-reset' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(save({ ...ann, userType: 'admin' })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(stage.call(identity.saveCompany, { company: 'x' }, ann)).rejects.toMatchObject({ status: 400 });
    expect(await companyNow(ann)).toMatchObject({ companyName: 'Ann Trading', telephoneNumber: '+912212345678' });
  });
});

describe('the registration status', () => {
  it('follows what was decided, in the order of versions, not of arrival', async () => {
    const ann = await stage.member();
    const hear = (status: KycStatus, version: number, companyId = ann.companyId!) =>
      stage.hear(kycEvents.statusChanged, {
        companyId,
        userId: ann.userId,
        status,
        version,
        reason: null,
        documents: [],
        fields: [],
        verified: null,
      });
    const now = async () => (await stage.call(identity.me, {}, ann)).user.kycStatus;
    await hear('Processing', 1);
    expect(await now()).toBe('Processing');
    await hear('Approved', 3);
    await hear('Rejected', 2);
    await hear('Rejected', 3);
    expect(await now()).toBe('Approved');
    expect(
      (await stage.call(identity.actorOf, { sessionId: ann.sessionId }, { kind: 'system', service: 'gateway' })).actor
        ?.kycStatus,
    ).toBe('Approved');
    await hear('Processing', 4, uuidv7());
    expect(await now()).toBe('Approved');
  });
});
