import { routes } from '@tradepost/contracts/routes';
import { maxDirectParts, type DirectParts as Answer, type PartSums } from '@tradepost/contracts/storage';
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
  /** Absent unless `wantsSums`. */
  sums?: PartSums | undefined;
  /** A client that was killed may have sent it to the store, and not named it to the server. */
  mayBeThere: boolean;
  body: () => Blob | Bytes | ReadableStream<Uint8Array>;
}

type PartRef = Pick<ReadyPart, 'number' | 'sha256'> & Partial<PartSums>;

const refOf = ({ number, sha256, sums }: ReadyPart): PartRef => ({ number, sha256, ...sums });

const base64 = (hex: string) => btoa(String.fromCharCode(...fromHex(hex)));

/** Sends parts of one sealed upload straight to the object store. One call to the server gets the addresses of several, and names those that were sent. */
export class DirectParts {
  private unconfirmed: PartRef[] = [];
  /** Assumed until the server says whether the store joins the parts. */
  private mayJoinInStore = true;

  constructor(
    private readonly client: ApiClient,
    private readonly way: StoreWay,
    private readonly uploadId: string,
  ) {}

  get isOpen(): boolean {
    return this.way.isOpen;
  }

  /** Whether parts need their sums. */
  get wantsSums(): boolean {
    return this.isOpen && this.mayJoinInStore;
  }

  /**
   * Waits for all of them. What the store already has is not sent.
   * @param onSent called for each part that the store has
   * @returns those that must be sent to the server
   * @throws the signal's reason
   */
  async send<P extends ReadyPart>(parts: readonly P[], onSent: (part: P) => void): Promise<P[]> {
    if (!this.isOpen || parts.length === 0) return [...parts];
    const answer = await this.call(parts);
    if (!answer) return [...parts];
    const urls = this.addressesIn(answer);
    const send = async (part: P) => {
      const isThere = part.mayBeThere && answer.stored.includes(part.number);
      const isSent = isThere || (await this.put(part, urls.get(part.number), answer.checksum));
      if (isSent) onSent(part);
      return isSent;
    };
    const sent = await Promise.allSettled(parts.map(send));
    const refused = sent.find((one) => one.status === 'rejected');
    if (refused) throw refused.reason;
    return parts.filter((_, at) => sent[at]?.status === 'fulfilled' && !sent[at].value);
  }

  /** Names the parts that were sent. */
  async confirm(): Promise<void> {
    while (this.unconfirmed.length > 0) if (!(await this.call([]))) return;
  }

  private addressesIn({ urls, checksum }: Answer): Map<number, string> {
    this.mayJoinInStore = checksum === 'content-md5';
    const isKnown = this.mayJoinInStore || checksum === undefined;
    if (!isKnown || urls.length === 0) this.way.close();
    return new Map(isKnown ? urls.map(({ number, url }) => [number, url]) : []);
  }

  /** @returns undefined after an error: what the server then gets itself, or does not have, shows the reason */
  private async call(parts: readonly ReadyPart[]): Promise<Answer | undefined> {
    const earlier = parts.filter(({ mayBeThere }) => mayBeThere).map(refOf);
    const sent = this.unconfirmed.splice(0, maxDirectParts - earlier.length);
    const input = { uploadId: this.uploadId, wanted: parts.map(refOf), stored: [...earlier, ...sent] };
    try {
      return await this.client.withRetry(() => this.client.send(routes.directParts, input), { isRepeatable: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.unconfirmed.push(...sent);
      return undefined;
    }
  }

  private async put(part: ReadyPart, url: string | undefined, checksum: Answer['checksum']): Promise<boolean> {
    const { number, size, sha256, sums, body: open } = part;
    if (url === undefined || !this.isOpen || (checksum && !sums)) return false;
    const body = open();
    const headers = {
      ...(checksum && sums ? { 'content-md5': base64(sums.md5) } : { 'x-amz-checksum-sha256': base64(sha256) }),
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
    this.unconfirmed.push({ number, sha256, ...(checksum && sums) });
    return true;
  }
}
