import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import { startEventReceiver } from '@tradepost/testing/event-receiver';

interface Received {
  event: WebhookEvent;
  signature: string;
}

/** A company's webhook receiver on this machine; `answer` is what it answers. */
export async function startWebhookReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: 'thank you' };
  const { url, stop } = await startEventReceiver(({ event, request }, response) => {
    received.push({ event, signature: String(request.headers['x-tradepost-signature']) });
    response.writeHead(answer.status).end(answer.body);
  });
  return { url, received, answer, stop };
}
