import { routes } from '@tradepost/contracts/routes';
import { maxDirectParts, type DirectParts as Answer } from '@tradepost/contracts/storage';
import { fromHex, type Bytes } from '@tradepost/sealing/crypto/bytes';
import type { ApiClient } from './api-client';
import { ApiError } from './api-error';
import type { StoreWay } from './store-way';

/** A part that is ready to be sent. */
export interface ReadyPart {
  number: number;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  body: () => Blob | Bytes | ReadableStream<Uint8Array>;
}

type PartRef = Pick<ReadyPart, 'number' | 'sha256'>;

/** Sends parts of one sealed upload straight to the object store. One call to the server gets the addresses of several, and names those that were sent. */
export class DirectParts {
  private unconfirmed: PartRef[] = [];

  constructor(
    private readonly client: ApiClient,
    private readonly way: StoreWay,
    private readonly uploadId: string,
  ) {}

  get isOpen(): boolean {
    return this.way.isOpen;
  }

  /**
   * Waits for all of them.
   * @param onSent called for each part that the store has taken
   * @returns those that must be sent to the server
   * @throws the signal's reason
   */
  async send<P extends ReadyPart>(parts: readonly P[], onSent: (part: P) => void): Promise<P[]> {
    if (!this.isOpen || parts.length === 0) return [...parts];
    const urls = await this.addressesOf(parts);
    const send = async (part: P) => {
      const isSent = await this.put(part, urls.get(part.number));
      if (isSent) onSent(part);
      return isSent;
    };
    const sent = await Promise.allSettled(parts.map(send));
    const refused = sent.find((one) => one.status === 'rejected');
    if (refused) throw refused.reason;
    return parts.filter((_, at) => sent[at]?.status === 'fulfilled' && !sent[at].value);
  }

  /** Names parts that were sent. @returns the numbers of those that the store has */
  async confirm(sent: readonly PartRef[] = []): Promise<Set<number>> {
    this.unconfirmed.push(...sent);
    const stored = new Set<number>();
    while (this.unconfirmed.length > 0) {
      const answer = await this.call([]);
      if (!answer) break;
      for (const number of answer.stored) stored.add(number);
    }
    return stored;
  }

  private async addressesOf(parts: readonly PartRef[]): Promise<Map<number, string>> {
    const answer = await this.call(parts);
    if (answer?.urls.length === 0) this.way.close();
    return new Map(answer?.urls.map(({ number, url }) => [number, url]));
  }

  /** @returns undefined after an error: what the server then gets itself, or does not have, shows the reason */
  private async call(parts: readonly PartRef[]): Promise<Answer | undefined> {
    const stored = this.unconfirmed.splice(0, maxDirectParts);
    const wanted = parts.map(({ number, sha256 }) => ({ number, sha256 }));
    try {
      return await this.client.withRetry(
        () => this.client.send(routes.directParts, { uploadId: this.uploadId, wanted, stored }),
        { isRepeatable: true },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.unconfirmed.push(...stored);
      return undefined;
    }
  }

  private async put({ number, size, sha256, body: open }: ReadyPart, url: string | undefined): Promise<boolean> {
    if (url === undefined || !this.isOpen) return false;
    const body = open();
    const headers = {
      'x-amz-checksum-sha256': btoa(String.fromCharCode(...fromHex(sha256))),
      // of other bodies it is known, and browsers let no page set it
      ...(body instanceof ReadableStream && { 'content-length': String(size) }),
    };
    try {
      // a body that is a stream needs `duplex`
      const init = { method: 'PUT', headers, body, duplex: 'half', ...this.client.aborts } as RequestInit;
      await this.way.fetch(url, init, size);
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
    this.unconfirmed.push({ number, sha256 });
    return true;
  }
}
