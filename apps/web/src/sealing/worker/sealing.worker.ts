import { callTransport } from '@tradepost/client/api/transport';
import { resumableStream } from '@tradepost/client/api/resumable-stream';
import { defaultRetry } from '@tradepost/client/api/retry';
import { openFile, sealFile } from '@tradepost/sealing/file/file';
import { hashStream } from '@tradepost/sealing/crypto/hash-stream';
import type { DownloadJob, FromWorker, Job, OpenJob, Results, SealJob, ToWorker } from './jobs';
import { openedEntry, zipOf } from '../opened-entries';
import { servePieces, type PieceAnswer } from './pieces';
import { deserializeError, serializeError } from './serialized-error';

type Bytes = Uint8Array<ArrayBuffer>;

const progressIntervalMs = 100;

/** The messages between a job and the page. */
class JobChannel {
  private readonly controller = new AbortController();
  private resolveAddress: ((url: string) => void) | undefined;
  private lastProgressAt = 0;
  readonly signal = this.controller.signal;
  /** The current file. */
  about: string | undefined;

  constructor(private readonly port: MessagePort) {
    port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
      if (data.kind === 'abort') this.controller.abort(deserializeError(data.error));
      else this.resolveAddress?.(data.url);
    };
  }

  send(message: FromWorker) {
    this.port.postMessage(message);
  }

  progress(loaded: number, isLast = false) {
    const now = performance.now();
    if (!isLast && now - this.lastProgressAt < progressIntervalMs) return;
    this.lastProgressAt = now;
    this.send({ kind: 'progress', loaded });
  }

  address(failure?: Error): Promise<string> {
    return new Promise((resolve, reject) => {
      this.resolveAddress = resolve;
      this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true });
      this.send({ kind: 'address', ...(failure && { failure: serializeError(failure) }) });
    });
  }

  /** Reports the progress of the stream that passes through it. */
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

const work: { [K in Job['kind']]: (job: Extract<Job, { kind: K }>, channel: JobChannel) => Promise<Results[K]> } = {
  async seal({ content, fileKey, file }: SealJob, channel) {
    const hash = await hashStream();
    const sealed = content
      .stream()
      .pipeThrough(channel.counting(content.size), { signal: channel.signal })
      .pipeThrough(hash.stream)
      .pipeThrough(sealFile(fileKey, file));
    return { sealed: await blobOf(sealed, 'application/octet-stream'), sha256: hash.digest() };
  },

  async open({ sealed, fileKey, file, type }: OpenJob, channel) {
    const hash = await hashStream();
    const content = sealed
      .stream()
      .pipeThrough(channel.counting(sealed.size), { signal: channel.signal })
      .pipeThrough(openFile(fileKey, file))
      .pipeThrough(hash.stream);
    return { content: await blobOf(content, type), sha256: hash.digest() };
  },

  async download({ entries, as, size, output }: DownloadJob, channel) {
    let failure: Error | undefined;
    const ask = async (init: RequestInit) => {
      const url = await channel.address(failure);
      failure = undefined;
      return callTransport(url, init);
    };
    // the person decides whether to continue when the next address is requested
    const confirmResume = async (error: Error) => void (failure = error);
    const bytes = resumableStream(ask, {
      size,
      retryPolicy: defaultRetry,
      signal: channel.signal,
      confirmResume,
      onProgress: (loaded) => channel.progress(loaded, loaded === size),
    });
    const [first] = entries;
    channel.about = first?.name;
    const opened =
      as === 'file' && first
        ? await openedEntry(first, bytes)
        : zipOf(entries, bytes, ({ name }) => (channel.about = name));
    await servePieces(opened, output);
    return undefined;
  },
};

self.onmessage = async ({ data: job, ports: [port] }: MessageEvent<Job>) => {
  if (!port) return;
  const channel = new JobChannel(port);
  try {
    const result = await (work[job.kind] as (job: Job, channel: JobChannel) => Promise<Results[Job['kind']]>)(
      job,
      channel,
    );
    channel.send({ kind: 'done', result });
  } catch (error) {
    if (job.kind === 'download') job.output.postMessage({ error: serializeError(error) } satisfies PieceAnswer);
    channel.send({
      kind: 'failed',
      error: serializeError(channel.signal.aborted ? channel.signal.reason : error, channel.about),
    });
  }
};
