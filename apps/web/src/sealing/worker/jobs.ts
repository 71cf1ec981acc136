import type { FileRef } from '@tradepost/sealing/file/format';

type Bytes = Uint8Array<ArrayBuffer>;

/** Seals a content. Both are Blobs, because the browser stores them outside the page's memory. */
export interface SealJob {
  kind: 'seal';
  content: Blob;
  fileKey: Bytes;
  file: FileRef;
}

/** Opens a sealed file. */
export interface OpenJob {
  kind: 'open';
  sealed: Blob;
  fileKey: Bytes;
  file: FileRef;
  type: string;
}

/** One object of a download and its expected content. */
export interface PlannedEntry {
  /** In the archive that is written. */
  name: string;
  /** Offset of its bytes in the fetched archive. */
  offset: number;
  length: number;
  /** Absent for a managed file, which is plain. */
  sealed?: { fileKey: Bytes; file: FileRef };
  /** Of the content; the hash in lower-case hex. */
  size: number;
  sha256: string;
}

/** Fetches, opens and verifies objects, and sends the result piece by piece: a ZIP or a single file. */
export interface DownloadJob {
  kind: 'download';
  entries: PlannedEntry[];
  as: 'zip' | 'file';
  /** Bytes to fetch. */
  size: number;
  /** Receives the pieces. */
  output: MessagePort;
}

export type Job = SealJob | OpenJob | DownloadJob;

export interface Results {
  /** `sha256`: of the content. */
  seal: { sealed: Blob; sha256: string };
  open: { content: Blob; sha256: string };
  download: undefined;
}

/** An error that can be sent to another thread. */
export interface SerializedError {
  name: string;
  message: string;
  /** Of a `SealingError`. */
  problem?: string;
  /** Of an `ApiError`. */
  code?: string;
  status?: number;
  /** The file concerned. */
  about?: string;
}

/** Messages from the worker about one job. */
export type FromWorker<K extends Job['kind'] = Job['kind']> =
  | { kind: 'progress'; loaded: number }
  /** Requests a fresh download URL. `failure`: why the last one failed; the person decides whether to continue. */
  | { kind: 'address'; failure?: SerializedError }
  | { kind: 'done'; result: Results[K] }
  | { kind: 'failed'; error: SerializedError };

/** Messages to the worker about one job. */
export type ToWorker = { kind: 'address'; url: string } | { kind: 'abort'; error: SerializedError };
