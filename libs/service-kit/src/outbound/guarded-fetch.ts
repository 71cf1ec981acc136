import type { IncomingMessage } from 'node:http';
import { abortable } from './deadline';
import { sendTo, type OutboundRequest } from './request';
import { addressesOf, targetFault, type Resolve } from './target';

const maxBytes = 512 * 1024;

export interface OutboundOptions {
  resolve: Resolve;
  allowPrivate: boolean;
  /** Ends the request. */
  signal: AbortSignal;
}

/**
 * Calls an address that a company has entered, or that its server has named: only public addresses, https and safe ports.
 * Redirects are answers. @throws Error also for an answer that is too long
 */
export async function guardedFetch(
  request: OutboundRequest,
  { resolve, allowPrivate, signal }: OutboundOptions,
): Promise<Response> {
  const fault = targetFault(request.url, allowPrivate);
  if (fault) throw new Error(fault);
  const addresses = await abortable(addressesOf(request.url, { resolve, allowPrivate }), signal);
  if (addresses.length === 0) throw new Error('This host has no public address');
  const answer = await sendTo(addresses, request, signal);
  const { statusCode: status = 0, headers } = answer;
  const body = await bodyOf(answer);
  const type = headers['content-type'];
  return new Response(status === 204 || status === 304 ? null : body, {
    status,
    headers: type ? { 'content-type': type } : {},
  });
}

async function bodyOf(answer: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('The answer is too long');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
