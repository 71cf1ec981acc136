import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import type { Running } from './servers/server-process';

/** A call of a webhook, whole. */
export interface Told {
  request: IncomingMessage;
  body: string;
  event: WebhookEvent;
}

/** Somebody's program that takes events: a real HTTP server on the loopback. @param take hears each and answers it, or does not */
export async function startEventReceiver(
  take: (told: Told, response: ServerResponse) => void,
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
