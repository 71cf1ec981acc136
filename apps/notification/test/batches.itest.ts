import { requestEvents } from '@tradepost/contracts/requests';
import { notification } from '@tradepost/contracts/notification';
import { notifications } from '@tradepost/contracts/live-updates';
import { storageEvents } from '@tradepost/contracts/storage';
import { webhooks } from '@tradepost/contracts/webhooks';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import type { Mail } from '@tradepost/contracts/jobs';
import { v7 as uuidv7 } from 'uuid';
import { people, requestOf, startNotification } from './fixture';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startNotification({
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PARTNER_MAILS_PER_DAY: '3',
    UNPROVEN_MAILS_PER_ADDRESS: '5',
  });
});
afterAll(() => service.stop());

it('notifies, mails and calls webhooks for many events with as many statements as for one', async () => {
  const { sender, receiver } = await people(service);
  await service.call(
    webhooks.create,
    { url: 'http://127.0.0.1:9/nobody', kinds: [notifications.requestCreated.type], description: '' },
    sender,
  );
  const together = (count: number) =>
    databaseWorkOf(() =>
      service.deliverTogether(
        Array.from({ length: count }, () => ({ event: requestEvents.created, payload: requestOf(sender, receiver) })),
      ),
    );
  const before = (await service.jobs('mail')).length;
  expect(await together(1)).toEqual(statementBudget['notification of requests']);
  expect(await together(50)).toEqual(statementBudget['notification of requests']);
  expect((await service.jobs('mail')).length - before).toBe(51);
  expect((await service.call(notification.feed, { page: 1, pageSize: 100 }, sender)).total).toBe(51);
});

describe('mails about delivered folders', () => {
  const delivered = (companyId: string, emails: string[], partners: string[] = []) => ({
    event: storageEvents.folderDelivered,
    payload: { folderId: uuidv7(), folderName: 'Trade', companyId, companyName: 'Harbour', emails, partners },
  });
  const mailsTo = async (address: string) =>
    (await service.jobs('mail')).map(({ payload }) => payload as Mail).filter(({ to }) => to === address);

  it('are limited for each address with as many statements as for one', async () => {
    const together = (count: number) =>
      databaseWorkOf(() =>
        service.deliverTogether(
          Array.from({ length: count }, () => {
            const partner = `${uuidv7()}@lisboa.example`;
            return delivered(uuidv7(), [partner, `${uuidv7()}@new.example`], [partner]);
          }),
        ),
      );
    const before = (await service.jobs('mail')).length;
    expect(await together(1)).toEqual(statementBudget['notification of deliveries']);
    expect(await together(50)).toEqual(statementBudget['notification of deliveries']);
    expect((await service.jobs('mail')).length - before).toBe(102);
  });

  it('are as many as the limit of each address allows, in a batch and in batches at the same time', async () => {
    const [ann, bob] = [`ann-${uuidv7()}@new.example`, `bob-${uuidv7()}@new.example`];
    const { receiver } = await people(service);
    const [one, other] = [uuidv7(), uuidv7()];
    const batch = (order: string[]) =>
      service.deliverTogether(
        Array.from({ length: 4 }, () => [
          delivered(one, [...order, receiver.email], [receiver.email]),
          delivered(other, [receiver.email], [receiver.email]),
        ]).flat(),
      );
    // in opposite orders: none waits for the other forever
    await Promise.all([batch([ann, bob]), batch([bob, ann]), batch([ann, bob])]);
    await batch([bob, ann]);
    expect([(await mailsTo(ann)).length, (await mailsTo(bob)).length]).toEqual([5, 5]);
    expect(await mailsTo(receiver.email)).toHaveLength(2 * 3);
  });

  it('are in the order of the deliveries of a company', async () => {
    const names = Array.from({ length: 5 }, (_, n) => `Folder ${n}`);
    const companyId = uuidv7();
    const partner = `${uuidv7()}@lisboa.example`;
    await service.deliverTogether(
      names.map((folderName) => {
        const { event, payload } = delivered(companyId, [partner], [partner]);
        return { event, payload: { ...payload, folderName } };
      }),
    );
    expect((await mailsTo(partner)).map(({ data }) => (data as { folderName: string }).folderName)).toEqual(
      names.slice(0, 3),
    );
  });
});
