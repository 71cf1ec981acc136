import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import type { Running } from './servers/server-process';

/** A call of a webhook, whole. */
export interface ReceivedCall {
  request: IncomingMessage;
  body: string;
  event: WebhookEvent;
}

/** A receiver of webhooks: a real HTTP server on the loopback interface. @param take gets each call and answers it, or does not */
export async function startEventReceiver(
  take: (call: ReceivedCall, response: ServerResponse) => void,
): Promise<Running & { url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      take({ request, body, event: JSON.parse(body) as WebhookEvent }, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, stop };
}
