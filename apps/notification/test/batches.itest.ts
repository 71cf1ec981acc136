import { requestEvents } from '@tradepost/contracts/requests';
import { notification } from '@tradepost/contracts/notification';
import { notifications } from '@tradepost/contracts/live-updates';
import { webhooks } from '@tradepost/contracts/webhooks';
import { statementBudget } from '@tradepost/testing/statement-budget';
import { databaseWorkOf } from '@tradepost/testing/statements';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { people, requestOf, startNotification } from './fixture';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startNotification({ WEBHOOK_ALLOW_PRIVATE: 'true' });
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
