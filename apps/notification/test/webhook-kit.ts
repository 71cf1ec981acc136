import type { UserActor } from '@tradepost/contracts/actor';
import { requestEvents } from '@tradepost/contracts/requests';
import { webhookKinds, webhooks, type WebhookDelivery, type WebhookKind } from '@tradepost/contracts/webhooks';
import { sql } from '@tradepost/service-kit/database/sql';
import { Ops } from '@tradepost/service-kit/observability/ops';
import type { ServiceUnderTest } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { WebhookRow } from '../src/webhook/webhook.entity';
import { requestOf } from './fixture';
import { startReceiver, type Receiver } from './receiver';

const everyKind = Object.keys(webhookKinds) as WebhookKind[];
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

interface Stage {
  service: ServiceUnderTest;
  sender: UserActor;
  partner: UserActor;
  /** Those of the running test, which are stopped after it. */
  receivers: Receiver[];
}

/** Webhooks and their deliveries. @param stage of the running test */
export function webhooksOf(stage: () => Stage) {
  const deliveries = async (id: string, filter: object = {}, actor = stage().sender) =>
    (await stage().service.call(webhooks.deliveries, { id, pageSize: 200, ...filter }, actor)).items;
  return {
    deliveries,
    async webhook(actor = stage().sender, kinds: WebhookKind[] = everyKind) {
      const receiver = await startReceiver();
      stage().receivers.push(receiver);
      const input = { url: receiver.url, kinds, description: '' };
      return { receiver, ...(await stage().service.call(webhooks.create, input, actor)) };
    },
    request: () => stage().service.deliverEvent(requestEvents.created, requestOf(stage().sender, stage().partner)),
    only: (id: string, like: Partial<WebhookDelivery>) =>
      waitFor(
        async () =>
          (await deliveries(id)).find((one) =>
            Object.entries(like).every(([key, value]) => one[key as keyof WebhookDelivery] === value),
          ),
        { what: JSON.stringify(like) },
      ),
    row: (id: string) => sql(stage().service.db.read).findOneByOrFail(WebhookRow, { id }),
    /** What the metrics report about waiting deliveries. */
    async figures() {
      const text = await stage().service.app.get(Ops).metrics();
      const figure = (name: string) =>
        Number(new RegExp(`^tradepost_webhook_deliveries${name} (\\S+)$`, 'm').exec(text)?.[1]);
      return {
        untried: figure('{state="untried"}'),
        retried: figure('{state="retried"}'),
        age: figure('_oldest_due_age_seconds'),
      };
    },
  };
}
