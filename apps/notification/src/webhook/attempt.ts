import { request as plain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookFault } from '@tradepost/contracts/webhooks';
import { second } from '@tradepost/service-kit/runtime/durations';
import { isTlsRefusal } from '@tradepost/service-kit/security/tls-refusal';
import { addressesOf, targetFault, type Resolve } from './target';

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

/** A lookup that returns the checked addresses, so that DNS cannot change between the check and the connection. */
const pinned =
  (addresses: string[]): LookupFunction =>
  (_host, options, callback) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) return callback(null, known);
    const [first] = known;
    callback(null, first?.address ?? '', first?.family);
  };

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
    const answer = await answerTo(sending, addresses, deadline.signal);
    const responseStatus = answer.statusCode ?? 0;
    return ended({ fault: faultOf(responseStatus), responseStatus, response: await beginningOf(answer) });
  } catch (error) {
    if (deadline.signal.aborted) return failed('timeout');
    return failed(isTlsRefusal(error) ? 'tls' : 'connection');
  } finally {
    deadline.abort();
  }
}

/**
 * Aborts after a time, or with another signal; to be aborted when it is not needed any more.
 * `AbortSignal.any` does not work here: nothing references its timeout, which is then garbage-collected before it fires
 * (https://github.com/nodejs/node/issues/57736).
 */
function deadlineOf(...ends: AbortSignal[]): AbortController {
  const deadline = new AbortController();
  const end = () => deadline.abort();
  for (const signal of ends) signal.addEventListener('abort', end, { once: true, signal: deadline.signal });
  if (ends.some(({ aborted }) => aborted)) end();
  return deadline;
}

const faultOf = (status: number): WebhookFault | null =>
  status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';

/** The promise, rejected when the signal aborts. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
    promise.then(resolve, reject);
  });
}

function answerTo({ url, body, headers }: Sending, addresses: string[], signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: pinned(addresses),
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? secure : plain)(url, options, resolve);
    request.on('error', reject);
    // a protocol upgrade is neither a response nor an error; close is always the last event
    request.on('close', () => reject(new Error('the connection was closed before a response')));
    request.end(body);
  });
}

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
