import { setTimeout as pause } from 'node:timers/promises';
import type { UserActor } from '@tradepost/contracts/actor';
import { auditEvents } from '@tradepost/contracts/audit';
import type { Payload } from '@tradepost/contracts/define';
import { identity, type Company, type User } from '@tradepost/contracts/identity';
import { kyc, kycEvents, type KycDecision, type KycDocumentId } from '@tradepost/contracts/kyc';
import type { Scan } from '@tradepost/contracts/values/scan';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { startService, userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { KycModule } from '../src/app.module';
import { kycDatabase } from '../src/data-source';

export const admin = () =>
  userActor({ userType: 'admin', companyId: null, companyName: null, kycStatus: 'NotRequired' });
export const sender = (given: Partial<UserActor> = {}) => userActor({ kycStatus: 'Pending', ...given });

/** Everything a submission needs. */
export const complete = {
  companyDetails: {
    shortName: 'Ann',
    legalEntityName: 'Ann Trading SRL',
    registrationCountry: 'Romania',
    typeOfRegistration: 'other',
    companyRegistrationNumber: 'J40/1',
    vatTaxNumber: 'RO1',
    incorporationDate: '2001-02-03',
    website: 'https://ann.example',
    primaryContactEmail: 'ann@ann.example',
    phoneNumber: '+40-712345678',
    addressLine1: 'Strada 1',
    city: 'Cluj',
    postcode: '400001',
  },
  documents: {},
  commercialInfo: {
    businessNature: { code: '46', description: 'Wholesale' },
    currencies: [{ country: 'Romania', currency: 'RON' }],
    tradeVolumes: [{ year: '2025', country: 'Romania', expected: '10', actual: '0', variance: '-10' }],
  },
};

const company = (actor: UserActor): Company => ({
  id: actor.companyId!,
  companyName: actor.companyName!,
  companyRegistrationNumber: 'J12/34',
  taxId: 'RO77',
  country: 'Romania',
  addressLine1: 'Piata 2',
  addressLine2: null,
  city: 'Iasi',
  postCode: '700001',
  tradingCurrency: 'EUR',
  telephoneNumber: '+40-700000000',
  contractEmail: 'contracts@ann.example',
  billingEmail: 'billing@ann.example',
  requireE2E: false,
  usualExpiry: 'ask',
});

/** The kyc service, and stubs of the services that take its events; this identity service answers slowly. */
export async function startFixture() {
  const service = await startService({
    module: KycModule,
    database: kycDatabase,
    // sizes of the tests need more than 32 bits
    env: { DOCUMENT_BYTES_PER_COMPANY: '100000000000' },
  });
  const statuses = new Map<string, User['kycStatus']>();
  const consume = (
    consumer: string,
    take: (subject: string, payload: { companyId: string; status: User['kycStatus'] }) => Promise<void>,
  ) =>
    service.bus.consume(consumer, 'evt.kyc', (deliveries) =>
      Promise.allSettled(
        deliveries.map(async ({ id, subject, data }) => {
          const { payload, settleTo } = JSON.parse(Buffer.from(data).toString());
          await take(subject, payload);
          if (settleTo) service.bus.broadcast(settleTo, Buffer.from(JSON.stringify({ id, consumer })));
        }),
      ),
    );
  await consume('audit', async () => {});
  await consume('identity', async (subject, { companyId, status }) => {
    if (subject !== kycEvents.statusChanged.subject) return;
    await pause(50);
    statuses.set(companyId, status);
  });
  await service.stubService(identity.userOf, ({ userId }, given) => {
    const caller = given as UserActor;
    const owner = caller.owner ?? caller;
    if (userId !== owner.userId) throw new Error('not the account that the company belongs to');
    const actor = { ...caller, ...owner };
    const { userId: id, email, firstName, lastName, companyName, companyId, userType } = actor;
    const kycStatus = statuses.get(companyId!) ?? actor.kycStatus;
    return {
      user: {
        id,
        email,
        firstName,
        lastName,
        companyName,
        companyId,
        userType,
        kycStatus,
        roles: ['owner' as const],
        totalStorage: 1,
      },
      company: company(actor),
    };
  });

  const get = (actor: UserActor) => service.call(kyc.get, {}, actor);
  const save = (kycData: object, actor: UserActor) =>
    service.call(kyc.saveProgress, { userId: actor.userId, kycData }, actor);
  const submit = (actor: UserActor, kycData: object = complete) =>
    service.call(kyc.submit, { userId: actor.userId, kycData }, actor);
  /** @returns the id of the upload */
  const attach = async (
    documentId: KycDocumentId,
    actor: UserActor,
    filename = 'proof.pdf',
    given: { scan?: Scan; size?: number } = {},
  ) => {
    const upload = {
      documentId,
      objectKey: `kyc/${actor.companyId}/${uuidv7()}`,
      filename,
      contentType: 'application/pdf',
      size: 3_000_000_000,
      sha256: 'a'.repeat(64),
      ...given,
    };
    const { data } = await service.call(kyc.attachDocument, upload, actor);
    return { id: data.documents.documents.find(({ id }) => id === documentId)?.uploadId ?? '' };
  };
  const submissions = async ({ companyId }: UserActor) =>
    (await service.published(kycEvents.submitted)).filter((event) => event.companyId === companyId);
  const changes = async ({ companyId }: UserActor) =>
    (await service.published(kycEvents.statusChanged)).filter((event) => event.companyId === companyId);
  /** An admin's decision on the newest submission. */
  const decide = async (
    actor: UserActor,
    decision: KycDecision,
    reason: string | null,
    given: { version?: number; id?: string } & Partial<
      Pick<Payload<typeof auditEvents.kycDecided>, 'documents' | 'fields' | 'verified' | 'reverifyAt'>
    > = {},
  ) => {
    const { caseId, companyId, version } = (await submissions(actor)).at(-1)!;
    const { id = uuidv7(), version: decided = version, ...found } = given;
    await service.deliverEvent(
      auditEvents.kycDecided,
      {
        caseId,
        companyId,
        version: decided,
        decision,
        reason,
        by: 'admin@tradepost.test',
        documents: [],
        fields: [],
        verified: null,
        reverifyAt: null,
        ...found,
      },
      { id },
    );
  };
  return { ...service, store: service.app.get(ObjectStore), get, save, submit, attach, submissions, changes, decide };
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;
