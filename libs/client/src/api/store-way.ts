import { isSafeAddress } from '@tradepost/contracts/values/local-hosts';
import { networkError } from './api-error';
import { callTransport, type Transport } from './transport';

/** Faults in a row after which the store is no longer tried. */
const mostFaults = 3;

/**
 * The way from this client to the object store, at addresses that the server has signed. One for each process or page: it remembers that the way is
 * closed. Then everything goes through the server.
 */
export class StoreWay {
  private faults = 0;
  private hasWorked = false;
  private closed = false;

  /** @param transport adds no header: the store must get neither cookies nor tokens */
  constructor(private readonly transport: Transport = fetch) {}

  get isOpen(): boolean {
    return !this.closed;
  }

  /** The installation does not offer it. */
  close(): void {
    this.closed = true;
  }

  /**
   * Sends one request, without a repeat: the server takes what the store does not.
   * @param url any address, because a server may lie. So the caller sends and accepts only what is encrypted
   * @throws ApiError NETWORK when the store refuses or cannot be reached; the signal's reason
   */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      if (!isSafeAddress(url)) throw networkError();
      const guarded = { ...init, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' } as const;
      const response = await callTransport(url, guarded, this.transport);
      if (!response.ok) {
        await response.body?.cancel();
        throw networkError();
      }
      [this.faults, this.hasWorked] = [0, true];
      return response;
    } catch (error) {
      if (init.signal?.aborted) throw error;
      this.faults += 1;
      if (!this.hasWorked || this.faults >= mostFaults) this.closed = true;
      throw error;
    }
  }
}
