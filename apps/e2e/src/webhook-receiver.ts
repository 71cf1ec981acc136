import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';

interface Heard {
  event: WebhookEvent;
  signature: string;
}

/** A company's program on this machine, which takes events and answers as it is told. */
export async function startWebhookReceiver() {
  const heard: Heard[] = [];
  const answer = { status: 200, body: 'thank you' };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({ event: JSON.parse(Buffer.concat(chunks).toString()) as WebhookEvent, signature: String(request.headers['x-tradepost-signature']) });
      response.writeHead(answer.status).end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, heard, answer, stop: () => server.close() };
}
