import {
  directArchiveRanges,
  directRangesOf,
  type AskForRanges,
  type DirectRanges,
} from '@tradepost/client/api/direct-ranges';
import { callTransport } from '@tradepost/client/api/transport';
import { resumableStream } from '@tradepost/client/api/resumable-stream';
import { defaultRetry } from '@tradepost/client/api/retry';
import { StoreWay } from '@tradepost/client/api/store-way';
import { storedInOrder } from '@tradepost/client/api/stored-in-order';
import { contents, contentSha256 } from '@tradepost/client/crypto/contents';
import type { WorkOptions } from '@tradepost/client/crypto/crypto';
import { openedContent } from '@tradepost/client/transfers/opened-content';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import { missingSpans } from '@tradepost/client/transfers/ranged-download';
import { sealedRanges } from '@tradepost/client/transfers/sealed-parts';
import type { Bytes } from '@tradepost/sealing/crypto/bytes';
import { hashOfBytes } from '@tradepost/sealing/crypto/hash-stream';
import { SealingError } from '@tradepost/sealing/errors';
import { sealedSize, type FileRef } from '@tradepost/sealing/file/format';
import { expose, transfer } from 'comlink';
import { zipOf } from '../sealing/zip-of';
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
  let failure: Error | undefined;
  let reportedAt = 0;
  const ended = new AbortController();
  const stopped = new Promise<never>((_, reject) =>
    ended.signal.addEventListener('abort', () => reject(ended.signal.reason as Error)),
  );
  stopped.catch(() => undefined);
  const stop = (reason: unknown) => ended.abort(reason);
  if (signal?.aborted) stop(signal.reason);
  signal?.addEventListener('abort', () => stop(signal.reason));
  const request = async (init: RequestInit) => {
    const asked = address(failure).catch((error: unknown) => {
      // no retry helps when the page has no address
      stop(error);
      throw error;
    });
    const url = await Promise.race([asked, stopped]);
    failure = undefined;
    return callTransport(url, init);
  };
  const [first] = entries;
  const direct = askForRanges && directWay({ entries, as, size }, askForRanges);
  try {
    const options = {
      size,
      retryPolicy: defaultRetry,
      signal: ended.signal,
      // the person decides whether to continue when the next address is requested
      confirmResume: async (error: Error) => void (failure = error),
      onProgress: (loaded: number) => {
        const now = performance.now();
        if (loaded < size && now - reportedAt < progressIntervalMs) return;
        reportedAt = now;
        onProgress?.(loaded);
      },
    };
    const bytes = direct ? await storedInOrder(request, direct, options) : resumableStream(request, options);
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
  const isSealed = only?.sealed && size === sealedSize(only.size);
  return isSealed ? directRangesOf(storeWay, only.size, missingSpans(only.size, []), ask) : undefined;
}

type AfterFirst<T> = T extends [unknown, ...infer Rest] ? Rest : never;

/** @param sealed where the page sends the pieces */
const open = (sealed: MessagePort, ...given: AfterFirst<Parameters<typeof contents.open>>) =>
  contents.open(readPieces(sealed), ...given);

/** How a planned upload is sealed. */
export interface RangeKey {
  fileKey: Bytes;
  file: FileRef;
  /** Base64url. */
  salt: string;
}

/** Seals the bytes of a sealed file from `start` to `end` (exclusive). */
async function sealRange(
  content: Blob,
  { salt, ...key }: RangeKey,
  { start, end }: { start: number; end: number },
): Promise<{ bytes: Bytes; sha256: string }> {
  const { sealInto } = await sealedRanges(key, salt, content.size, async () => content);
  const bytes = new Uint8Array(end - start);
  await sealInto(bytes, start, end);
  return transfer({ bytes, sha256: await hashOfBytes(bytes) }, [bytes.buffer]);
}

const work = { seal: contents.seal, open, download, sealRange, contentSha256 };
export type SealingWork = typeof work;

expose(work);
