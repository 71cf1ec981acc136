import { networkError } from './api-error';

/** Sends a request and returns the response, like `fetch`. Rejects only when there is no response. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** Sends one request. Returns the response for every status. @throws ApiError NETWORK when there is no response; the signal's reason when aborted */
export async function callTransport(url: string, init: RequestInit, transport: Transport = fetch): Promise<Response> {
  try {
    return await transport(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw networkError();
  }
}
