import type { IncomingMessage } from 'node:http';
import type { WebhookFault } from '@tradepost/contracts/webhooks';
import { abortable, deadlineOf } from '@tradepost/service-kit/outbound/deadline';
import { sendTo } from '@tradepost/service-kit/outbound/request';
import { addressesOf, targetFault, type Resolve } from '@tradepost/service-kit/outbound/target';
import { second } from '@tradepost/service-kit/runtime/durations';
import { isTlsRefusal } from '@tradepost/service-kit/security/tls-refusal';

const attemptMs = 10 * second;
const readBytes = 4_096;
const storedCharacters = 500;

export interface Attempt {
  /** Null when it was delivered. */
  fault: WebhookFault | null;
  responseStatus: number | null;
  response: string | null;
  tookMs: number;
}

export interface Sending {
  url: string;
  body: string;
  headers: Record<string, string>;
}

export interface SendOptions {
  resolve: Resolve;
  allowPrivate: boolean;
  /** Aborts the attempt, which then counts as timed out. */
  signal: AbortSignal;
  timeoutMs?: number;
}

/** Sends once, without redirects, proxy or connection reuse, and always ends within the timeout. */
export async function send(
  sending: Sending,
  { resolve, allowPrivate, signal, timeoutMs = attemptMs }: SendOptions,
): Promise<Attempt> {
  const began = performance.now();
  const ended = (result: Omit<Attempt, 'tookMs'>): Attempt => ({
    ...result,
    tookMs: Math.round(performance.now() - began),
  });
  const failed = (fault: WebhookFault) => ended({ fault, responseStatus: null, response: null });
  if (targetFault(sending.url, allowPrivate)) return failed('address');
  const deadline = deadlineOf(signal, AbortSignal.timeout(timeoutMs));
  try {
    const addresses = await abortable(addressesOf(sending.url, { resolve, allowPrivate }), deadline.signal);
    if (addresses.length === 0) return failed('address');
    const answer = await sendTo(addresses, { method: 'POST', ...sending }, deadline.signal);
    const responseStatus = answer.statusCode ?? 0;
    return ended({ fault: faultOf(responseStatus), responseStatus, response: await beginningOf(answer) });
  } catch (error) {
    if (deadline.signal.aborted) return failed('timeout');
    return failed(isTlsRefusal(error) ? 'tls' : 'connection');
  } finally {
    deadline.abort();
  }
}

const faultOf = (status: number): WebhookFault | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';

/** Reads up to 4 KB and closes the connection. A response that breaks off or is too slow still counts. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= readBytes) break;
    }
  } catch {
    // the status has arrived, which decides the result
  } finally {
    answer.destroy();
  }
  return visible(Buffer.concat(chunks).subarray(0, readBytes).toString());
}

/** Removes control characters, which PostgreSQL and screens cannot show. */
const visible = (text: string) =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffd]/g, '').slice(0, storedCharacters);
