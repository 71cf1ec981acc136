import { networkError } from './api-error';

/** Takes a call to the server, as `fetch` does: rejects only where no answer came. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** The response, whatever its status. @throws ApiError NETWORK; what the signal was aborted with */
export async function reach(url: string, init: RequestInit, transport: Transport = fetch): Promise<Response> {
  try {
    return await transport(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw networkError();
  }
}
