import { networkError, errorFromResponse } from '@tradepost/client/api/api-error';
import { callTransport } from '@tradepost/client/api/transport';
import { isTransient } from '@tradepost/client/api/retry';

const pausesMs = [500, 1_000, 2_000, 4_000];
const compactBytes = 32 * 1024 * 1024;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Downloads all bytes. After a broken connection it resumes at the byte it reached: a few times automatically, then with
 * each further `run`. URLs are valid for a few minutes, so each attempt requests its own.
 */
export class ResumingDownload {
  private received = new Blob([]);
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  private loaded = 0;
  private etag: string | null = null;

  constructor(
    private readonly url: () => Promise<string>,
    private readonly size: number,
    private readonly onProgress: (loaded: number) => void,
    private readonly pauses = pausesMs,
  ) {}

  /** @throws ApiError after several attempts without progress; a later `run` resumes */
  async run(): Promise<Blob> {
    for (let failures = 0; this.loaded < this.size || this.size === 0;) {
      const before = this.loaded;
      try {
        await this.attempt();
        if (this.loaded >= this.size) break;
        throw networkError();
      } catch (error) {
        if (!isTransient(error)) throw error;
        failures = this.loaded > before ? 1 : failures + 1;
        const pause = this.pauses[failures - 1];
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
    this.compact();
    return this.received;
  }

  private async attempt(): Promise<void> {
    const response = await this.open(await this.url());
    // the server sends all bytes, because the content has changed
    if (response.status !== 206) this.reset();
    this.etag = response.headers.get('etag');
    const reader = response.body?.getReader();
    if (!reader) return;
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw networkError();
      });
      if (done) return;
      this.pieces.push(value);
      this.loaded += value.length;
      if (this.loaded - this.received.size >= compactBytes) this.compact();
      this.onProgress(this.loaded);
    }
  }

  private async open(url: string): Promise<Response> {
    const headers: Record<string, string> =
      this.loaded > 0 ? { range: `bytes=${this.loaded}-`, ...(this.etag && { 'if-range': this.etag }) } : {};
    const response = await callTransport(url, { headers });
    if (response.ok) return response;
    throw await errorFromResponse(response);
  }

  /** Joins the pieces into one Blob, which the browser can store on disk. */
  private compact() {
    this.received = new Blob([this.received, ...this.pieces]);
    this.pieces = [];
  }

  private reset() {
    this.received = new Blob([]);
    this.pieces = [];
    this.loaded = 0;
  }
}
