import { auditEvents } from '@tradepost/contracts/audit';
import { kycEvents } from '@tradepost/contracts/kyc';
import { notification } from '@tradepost/contracts/notification';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import { following, origin, people, startNotification } from './fixture';

describe('the effects of events', () => {
  let service: ServiceUnderTest;
  let sender: Awaited<ReturnType<typeof people>>['sender'];

  beforeAll(async () => {
    service = await startNotification();
  });
  beforeEach(async () => {
    ({ sender } = await people(service));
  });
  afterAll(() => service.stop());

  const noticesOf = async (person: typeof sender) =>
    (await service.call(notification.feed, {}, person)).items.map(({ type, data }) => ({ type, data }));

  it('work on a registration only refreshes the screens of admins', async () => {
    const caseId = uuidv7();
    const of = { caseId, companyId: sender.companyId as string, companyName: 'Harbour' };
    const shown = [{ type: 'case.changed', audience: ['admins'], data: { caseId } }];
    const claimed = await following(service, auditEvents.caseChanged, {
      ...of,
      claimedBy: 'boss@tradepost.test',
      what: 'claimed',
      about: null,
    });
    const submitted = await following(service, auditEvents.caseQueued, { caseId: of.caseId });
    const found = { documents: [], fields: [], verified: null, reverifyAt: null };
    const decided = await following(service, auditEvents.kycDecided, {
      ...of,
      version: 1,
      decision: 'reject',
      reason: 'x',
      by: 'boss@tradepost.test',
      ...found,
    });
    for (const { live, sent } of [claimed, submitted, decided]) expect([live, sent]).toEqual([shown, []]);
    expect(await noticesOf(sender)).toEqual([]);
  });

  it('a decision on a registration is mailed, a review is only shown', async () => {
    const change = {
      companyId: sender.companyId as string,
      userId: sender.userId,
      version: 1,
      documents: [],
      fields: [],
      verified: null,
    };
    const processing = await following(service, kycEvents.statusChanged, {
      ...change,
      status: 'Processing',
      reason: null,
    });
    expect(processing.live.map(({ type, audience }) => ({ type, audience }))).toEqual([
      { type: 'kyc.changed', audience: [{ companyId: sender.companyId }] },
    ]);
    expect(processing.sent).toEqual([]);
    const documents = [
      {
        id: 'tax_certificate' as const,
        uploadId: 'u',
        decision: 'reject' as const,
        fault: 'expired' as const,
        reason: 'From 2019',
      },
      { id: 'memorandum' as const, uploadId: 'v', decision: 'approve' as const, fault: null, reason: null },
    ];
    const fields = [{ field: 'companyDetails.website', reason: 'It does not open' }];
    const rejected = await following(service, kycEvents.statusChanged, {
      ...change,
      documents,
      fields,
      status: 'Rejected',
      reason: 'Blurred',
    });
    const asked = ['Tax Certificate: From 2019', 'Website: It does not open'];
    expect(rejected.mails).toEqual([
      {
        template: 'kyc-decided',
        to: sender.email,
        data: { status: 'Rejected', reason: 'Blurred', asked, link: `${origin}/kyc-approval` },
      },
    ]);
    expect(await noticesOf(sender)).toEqual([{ type: 'kyc.changed', data: { status: 'Rejected' } }]);
  });

  it('a company is reminded of its re-verification by mail', async () => {
    const { mails } = await following(service, kycEvents.reverificationDue, {
      companyId: sender.companyId as string,
      userId: sender.userId,
      reverifyAt: '2027-01-01T00:00:00.000Z',
    });
    expect(mails).toEqual([
      {
        template: 'reverification-due',
        to: sender.email,
        data: { reverifyAt: '2027-01-01T00:00:00.000Z', link: `${origin}/kyc-approval` },
      },
    ]);
  });
});
