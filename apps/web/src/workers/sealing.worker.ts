import {
  afterPrefix,
  directArchiveRanges,
  directRangesOf,
  type AskForRanges,
  type DirectRanges,
} from '@tradepost/client/api/direct-ranges';
import type { PartWants } from '@tradepost/client/api/part-upload';
import { callTransport } from '@tradepost/client/api/transport';
import { defaultRetry } from '@tradepost/client/api/retry';
import { StoreWay } from '@tradepost/client/api/store-way';
import { storedInOrder } from '@tradepost/client/api/stored-in-order';
import { contents, contentSha256, counted } from '@tradepost/client/crypto/contents';
import type { WorkOptions } from '@tradepost/client/crypto/crypto';
import { cutContent, type CutContent } from '@tradepost/client/segments/cut-content';
import { plannedRanges, type PlannedLayout } from '@tradepost/client/segments/planned-ranges';
import { openedContent } from '@tradepost/client/transfers/opened-content';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import type { PlannedKey, SealedRanges } from '@tradepost/client/transfers/sealed-parts';
import type { PartSums } from '@tradepost/contracts/storage';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { hashOfBytes } from '@tradepost/sealing/crypto/hash-stream';
import { partSums } from '@tradepost/sealing/crypto/part-sums';
import { SealingError } from '@tradepost/sealing/errors';
import { isSealedSizeOf } from '@tradepost/sealing/file/segments';
import { expose, transfer } from 'comlink';
import { zipOf } from '../sealing/zip-of';
import { CurrentAddress } from './current-address';
import { readPieces, servePieces, type PieceAnswer } from './pieces';
import { serializeError } from './serialized-error';
import './transfer';

const progressIntervalMs = 100;
/** For as long as the page lives. */
const storeWay = new StoreWay();

/** Objects to fetch, open and verify, and where the result goes: a ZIP or a single file. */
export interface Download {
  entries: PlannedEntry[];
  as: 'zip' | 'file';
  /** Bytes to fetch. */
  size: number;
}

export interface DownloadOptions extends WorkOptions {
  /** The URL to fetch from. `failure`: why several attempts failed; the person decides whether to continue. */
  address: (failure?: Error) => Promise<string>;
  /** The addresses of ranges in the object store; absent where they cannot come from there. */
  askForRanges?: AskForRanges;
}

/** Sends the result piece by piece to `output`. @throws SealingError with the file as `about`, ApiError; the signal's reason */
async function download(
  { entries, as, size }: Download,
  output: MessagePort,
  { address, askForRanges, onProgress, signal }: DownloadOptions,
): Promise<void> {
  let about: string | undefined;
  let reportedAt = 0;
  const ended = new AbortController();
  const stopped = new Promise<never>((_, reject) =>
    ended.signal.addEventListener('abort', () => reject(ended.signal.reason as Error)),
  );
  stopped.catch(() => undefined);
  const stop = (reason: unknown) => ended.abort(reason);
  if (signal?.aborted) stop(signal.reason);
  signal?.addEventListener('abort', () => stop(signal.reason));
  const current = new CurrentAddress((failure) =>
    address(failure).catch((error: unknown) => {
      // no retry helps when the page has no address
      stop(error);
      throw error;
    }),
  );
  const request = async (init: RequestInit) => {
    const url = await Promise.race([current.get(), stopped]);
    const answer = await callTransport(url, init).catch((error: unknown) => {
      current.drop();
      throw error;
    });
    if (!answer.ok) current.drop();
    return answer;
  };
  const [first] = entries;
  const direct = askForRanges && directWay({ entries, as, size }, askForRanges);
  try {
    const options = {
      size,
      retryPolicy: defaultRetry,
      signal: ended.signal,
      // the person decides whether to continue when the next address is requested
      confirmResume: async (error: Error) => current.drop(error),
      onProgress: (loaded: number) => {
        const now = performance.now();
        if (loaded < size && now - reportedAt < progressIntervalMs) return;
        reportedAt = now;
        onProgress?.(loaded);
      },
    };
    const bytes = await storedInOrder(request, direct, options);
    about = first?.name;
    const opened =
      as === 'file' && first ? await openedContent(first, bytes) : zipOf(entries, bytes, ({ name }) => (about = name));
    await servePieces(opened, output);
  } catch (failed) {
    const error: unknown = ended.signal.aborted ? ended.signal.reason : failed;
    output.postMessage({ error: serializeError(error) } satisfies PieceAnswer);
    throw error instanceof SealingError ? Object.assign(error, { about }) : error;
  }
}

function directWay({ entries, as, size }: Download, ask: AskForRanges): DirectRanges | undefined {
  if (as === 'zip') return directArchiveRanges(storeWay, entries, ask);
  const [only] = entries;
  const isSealed = only?.sealed && isSealedSizeOf(only.size, size);
  return isSealed ? directRangesOf(storeWay, only.size, afterPrefix(size), ask) : undefined;
}

type AfterFirst<T> = T extends [unknown, ...infer Rest] ? Rest : never;

/** @param sealed where the page sends the pieces */
const open = (sealed: MessagePort, ...given: AfterFirst<Parameters<typeof contents.open>>) =>
  contents.open(readPieces(sealed), ...given);

/** How a planned upload is sealed. */
export type RangeKey = PlannedKey & PlannedLayout;

/** The file in segments that is being sent: to open its list of segments for each range may take as long as to seal the range. */
let opened: { front: string; ranges: Promise<SealedRanges> } | undefined;
let forgetting: ReturnType<typeof setTimeout> | undefined;
/** Its keys must not stay after the upload. */
const forgetAfterMs = 60_000;

function rangesOf(content: Blob, key: RangeKey): Promise<SealedRanges> {
  const { front } = key;
  const plan = () => plannedRanges(key, key, content.size, async () => content);
  if (front === undefined) return plan();
  clearTimeout(forgetting);
  forgetting = setTimeout(() => (opened = undefined), forgetAfterMs);
  if (opened?.front !== front) opened = { front, ranges: plan() };
  return opened.ranges;
}

/** Seals the bytes that are sent of a sealed file from `start` to `end` (exclusive). @param range `sums`: whether they are wanted too */
async function sealRange(
  content: Blob,
  key: RangeKey,
  { start, end, ...wants }: { start: number; end: number } & PartWants,
  memory?: ArrayBuffer,
): Promise<{ bytes: Bytes; sha256: string; sums: PartSums | undefined }> {
  const { sealInto } = await rangesOf(content, key);
  const size = end - start;
  const bytes = memory && memory.byteLength >= size ? new Uint8Array(memory, 0, size) : new Uint8Array(size);
  await sealInto(bytes, start, end);
  const sums = wants.sums ? await partSums(bytes) : undefined;
  return transfer({ bytes, sha256: await hashOfBytes(bytes), sums }, [bytes.buffer]);
}

/** Cuts a content into segments. */
const cut = (content: Blob, secret: Bytes, options: WorkOptions): Promise<CutContent> =>
  cutContent(counted(content.stream(), options), secret);

const work = { seal: contents.seal, open, download, sealRange, contentSha256, cut };
export type SealingWork = typeof work;

expose(work);
