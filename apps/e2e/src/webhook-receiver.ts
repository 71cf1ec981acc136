import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import { startEventReceiver } from '@tradepost/testing/event-receiver';

interface Heard {
  event: WebhookEvent;
  signature: string;
}

/** A company's program on this machine, which takes events and answers as it is told. */
export async function startWebhookReceiver() {
  const heard: Heard[] = [];
  const answer = { status: 200, body: 'thank you' };
  const { url, stop } = await startEventReceiver(({ event, request }, response) => {
    heard.push({ event, signature: String(request.headers['x-tradepost-signature']) });
    response.writeHead(answer.status).end(answer.body);
  });
  return { url, heard, answer, stop };
}
