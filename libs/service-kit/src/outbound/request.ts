import { request as plain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

export interface OutboundRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
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

/** Sends once to checked addresses, without redirects, proxy or connection reuse. @param addresses of `addressesOf` */
export function sendTo(
  addresses: string[],
  { method, url, headers, body }: OutboundRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
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
