import { networkError, refusalIn } from '@tradepost/client/api-error';
import { reach } from '@tradepost/client/reach';
import { mayPass } from '@tradepost/client/retry';

const pausesMs = [500, 1_000, 2_000, 4_000];
const foldBytes = 32 * 1024 * 1024;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Reads bytes to their end. A connection that breaks is taken up at the byte reached, a few times by itself and again
 * whenever `run` is called again. The addresses live for a few minutes, so each attempt asks for its own.
 */
export class ResumingDownload {
  private kept = new Blob([]);
  private pieces: Uint8Array<ArrayBuffer>[] = [];
  private loaded = 0;
  private etag: string | null = null;

  constructor(
    private readonly address: () => Promise<string>,
    private readonly size: number,
    private readonly onProgress: (loaded: number) => void,
    private readonly pauses = pausesMs,
  ) {}

  /** @throws ApiError once several attempts in a row brought nothing; what has come so far stays */
  async run(): Promise<Blob> {
    for (let failures = 0; this.loaded < this.size || this.size === 0;) {
      const before = this.loaded;
      try {
        await this.attempt();
        if (this.loaded >= this.size) break;
        throw networkError();
      } catch (error) {
        if (!mayPass(error)) throw error;
        failures = this.loaded > before ? 1 : failures + 1;
        const pause = this.pauses[failures - 1];
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
    this.fold();
    return this.kept;
  }

  private async attempt(): Promise<void> {
    const response = await this.open(await this.address());
    // the whole, because these are not the bytes of before any more
    if (response.status !== 206) this.forget();
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
      if (this.loaded - this.kept.size >= foldBytes) this.fold();
      this.onProgress(this.loaded);
    }
  }

  private async open(url: string): Promise<Response> {
    const headers: Record<string, string> =
      this.loaded > 0 ? { range: `bytes=${this.loaded}-`, ...(this.etag && { 'if-range': this.etag }) } : {};
    const response = await reach(url, { headers });
    if (response.ok) return response;
    throw await refusalIn(response);
  }

  /** Into one Blob, which the browser may keep on disk. */
  private fold() {
    this.kept = new Blob([this.kept, ...this.pieces]);
    this.pieces = [];
  }

  private forget() {
    this.kept = new Blob([]);
    this.pieces = [];
    this.loaded = 0;
  }
}
