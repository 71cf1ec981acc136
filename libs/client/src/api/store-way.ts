import { isOnThisMachine, isSafeAddress } from '@tradepost/contracts/values/local-hosts';
import { networkError } from './api-error';
import { callTransport, type Transport } from './transport';

/** Faults in a row after which the store is no longer tried. */
const mostFaults = 3;
/** How long the store may take to answer, in milliseconds. */
const answerMs = 60_000;
/** What is sent to it may take longer: as long as at this speed, in bytes per millisecond. */
const leastSpeed = 16;

/** What an installation's way to its store has been like so far. */
interface Experience {
  faults: number;
  hasWorked: boolean;
  closed: boolean;
}

/**
 * The way from this client to the object store, at addresses that the server has signed. One for each process or page: it remembers that the way is
 * closed. Then everything goes through the server.
 */
export class StoreWay {
  /** @param transport instead of `fetch`; adds no header: the store must get neither cookies nor tokens */
  constructor(
    private readonly transport?: Transport,
    private readonly experience: Experience = { faults: 0, hasWorked: false, closed: false },
    private readonly server = '',
  ) {}

  /** The same way, over another transport. */
  over(transport: Transport): StoreWay {
    return new StoreWay(transport, this.experience, this.server);
  }

  /** The same way, at addresses of this server. @param server its origin; empty in a page of it, where the policy of the page names the store */
  signedBy(server: string): StoreWay {
    return new StoreWay(this.transport, this.experience, server);
  }

  get isOpen(): boolean {
    return !this.experience.closed;
  }

  /** The installation does not offer it. */
  close(): void {
    this.experience.closed = true;
  }

  private get isElsewhere(): boolean {
    return this.server !== '' && !isOnThisMachine(this.server);
  }

  /**
   * Sends one request, without a repeat: the server takes what the store does not.
   * @param url any address, because a server may lie. So the caller sends and accepts only what is encrypted, and only a server on this machine
   * names addresses of it: another one could call what listens here
   * @param sentBytes of the body
   * @throws ApiError NETWORK when the store refuses, cannot be reached, or does not answer in time; the signal's reason
   */
  async fetch(url: string, init: RequestInit, sentBytes = 0): Promise<Response> {
    const { signal } = init;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), answerMs + sentBytes / leastSpeed);
    try {
      if (!isSafeAddress(url) || (isOnThisMachine(url) && this.isElsewhere)) throw networkError();
      const guarded = { ...init, credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' } as const;
      const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
      const response = await callTransport(url, { ...guarded, signal: ends }, this.transport);
      if (!response.ok) {
        await response.body?.cancel();
        throw networkError();
      }
      Object.assign(this.experience, { faults: 0, hasWorked: true });
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      const { experience } = this;
      experience.faults += 1;
      if (!experience.hasWorked || experience.faults >= mostFaults) this.close();
      throw late.signal.aborted ? networkError() : error;
    } finally {
      clearTimeout(timer);
    }
  }
}
