import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import { startEventReceiver } from '@tradepost/testing/event-receiver';
import { waitFor } from '@tradepost/testing/wait-for';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  event: WebhookEvent;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on. */
  answer: (response: ServerResponse) => unknown;
  /** Waits until it has received this number of events. */
  has(count: number): Promise<Received[]>;
  stop(): Promise<void>;
}

/** A webhook receiver that stores the events it gets. */
export async function startReceiver(): Promise<Receiver> {
  const { url, stop } = await startEventReceiver(({ request, body, event }, response) => {
    receiver.received.push({ headers: request.headers, body, event });
    receiver.answer(response);
  });
  const receiver: Receiver = {
    url,
    received: [],
    answer: (response) => response.writeHead(200).end('ok'),
    has: (count) =>
      waitFor(() => (receiver.received.length >= count ? receiver.received : null), {
        what: `${count} events at the receiver`,
      }),
    stop,
  };
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
