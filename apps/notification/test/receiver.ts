import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import { waitFor } from '@tradepost/testing/wait-for';

interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent;
}

export interface Receiver {
  url: string;
  heard: Heard[];
  /** What it answers from now on. */
  answer: (response: ServerResponse) => unknown;
  /** Waits until it has heard so many. */
  has(count: number): Promise<Heard[]>;
  stop(): void;
}

/** Somebody's program that takes events: a real HTTP server on the loopback. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    heard: [],
    answer: (response) => response.writeHead(200).end('ok'),
    has: (count) => waitFor(() => (receiver.heard.length >= count ? receiver.heard : null), { what: `${count} events at the receiver` }),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      receiver.heard.push({ headers: request.headers, body, event: JSON.parse(body) as WebhookEvent });
      receiver.answer(response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

export type Verify = (header: string, body: string, secret: string, now?: number) => boolean;

/** The sample of docs/api.md, as it is written there. */
export async function documentedVerification(): Promise<Verify> {
  const text = readFileSync(join(__dirname, '../../../docs/api.md'), 'utf8');
  const [, sample = ''] = /```js\n([\s\S]+?)```/.exec(text) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), 'tradepost-sample-')), 'verify.js');
  writeFileSync(file, sample);
  return ((await import(file)) as { isFromTradepost: Verify }).isFromTradepost;
}
