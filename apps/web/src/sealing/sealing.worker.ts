import { reach } from '@tradepost/client/reach';
import { resumingBytes } from '@tradepost/client/resuming-bytes';
import { patient } from '@tradepost/client/retry';
import { openFile, sealFile } from '@tradepost/sealing/file';
import { hashing } from '@tradepost/sealing/hashing';
import type { DownloadJob, FromWorker, Job, OpenJob, Results, SealJob, ToWorker } from './jobs';
import { openedEntry, zipOf } from './opened-entries';
import { servePieces, type PieceAnswer } from './pieces';
import { heard, tell } from './told-error';

type Bytes = Uint8Array<ArrayBuffer>;

const tellEveryMs = 100;

/** What a job says to the page, and hears from it. */
class Line {
  private readonly controller = new AbortController();
  private answered: ((url: string) => void) | undefined;
  private toldAt = 0;
  readonly signal = this.controller.signal;
  /** The file that is worked on. */
  about: string | undefined;

  constructor(private readonly port: MessagePort) {
    port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
      if (data.kind === 'abort') this.controller.abort(heard(data.error));
      else this.answered?.(data.url);
    };
  }

  say(said: FromWorker) {
    this.port.postMessage(said);
  }

  progress(loaded: number, isLast = false) {
    const now = performance.now();
    if (!isLast && now - this.toldAt < tellEveryMs) return;
    this.toldAt = now;
    this.say({ kind: 'progress', loaded });
  }

  address(failure?: Error): Promise<string> {
    return new Promise((resolve, reject) => {
      this.answered = resolve;
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true });
      this.say({ kind: 'address', ...(failure && { failure: tell(failure) }) });
    });
  }

  /** Lets a stream pass and says how much has. */
  counting(total: number): TransformStream<Uint8Array, Uint8Array> {
    let loaded = 0;
    return new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        loaded += bytes.length;
        this.progress(loaded, loaded === total);
        controller.enqueue(bytes);
      },
    });
  }
}

const blobOf = (stream: ReadableStream<Uint8Array>, type: string) =>
  new Response(stream as ReadableStream<Bytes>, { headers: { 'Content-Type': type } }).blob();

const work: { [K in Job['kind']]: (job: Extract<Job, { kind: K }>, line: Line) => Promise<Results[K]> } = {
  async seal({ content, fileKey, file }: SealJob, line) {
    const hash = await hashing();
    const sealed = content
      .stream()
      .pipeThrough(line.counting(content.size), { signal: line.signal })
      .pipeThrough(hash.stream)
      .pipeThrough(sealFile(fileKey, file));
    return { sealed: await blobOf(sealed, 'application/octet-stream'), sha256: hash.digest() };
  },

  async open({ sealed, fileKey, file, type }: OpenJob, line) {
    const hash = await hashing();
    const content = sealed
      .stream()
      .pipeThrough(line.counting(sealed.size), { signal: line.signal })
      .pipeThrough(openFile(fileKey, file))
      .pipeThrough(hash.stream);
    return { content: await blobOf(content, type), sha256: hash.digest() };
  },

  async download({ entries, as, size, output }: DownloadJob, line) {
    let failure: Error | undefined;
    const ask = async (init: RequestInit) => {
      const url = await line.address(failure);
      failure = undefined;
      return reach(url, init);
    };
    // to go on is the person's decision, asked for with the next address
    const goOn = async (error: Error) => void (failure = error);
    const bytes = resumingBytes(ask, {
      size,
      patience: patient,
      signal: line.signal,
      goOn,
      onProgress: (loaded) => line.progress(loaded, loaded === size),
    });
    const [first] = entries;
    line.about = first?.name;
    const opened =
      as === 'file' && first
        ? await openedEntry(first, bytes)
        : zipOf(entries, bytes, ({ name }) => (line.about = name));
    await servePieces(opened, output);
    return undefined;
  },
};

self.onmessage = async ({ data: job, ports: [port] }: MessageEvent<Job>) => {
  if (!port) return;
  const line = new Line(port);
  try {
    const result = await (work[job.kind] as (job: Job, line: Line) => Promise<Results[Job['kind']]>)(job, line);
    line.say({ kind: 'done', result });
  } catch (error) {
    if (job.kind === 'download') job.output.postMessage({ error: tell(error) } satisfies PieceAnswer);
    line.say({ kind: 'failed', error: tell(line.signal.aborted ? line.signal.reason : error, line.about) });
  }
};
