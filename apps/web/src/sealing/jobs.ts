import type { FileRef } from '@tradepost/sealing/format';

type Bytes = Uint8Array<ArrayBuffer>;

/** Content in, the sealed file out, both as Blobs: the browser keeps them out of the page's memory. */
export interface SealJob {
  kind: 'seal';
  content: Blob;
  fileKey: Bytes;
  file: FileRef;
}

/** A sealed file in, its content out. */
export interface OpenJob {
  kind: 'open';
  sealed: Blob;
  fileKey: Bytes;
  file: FileRef;
  type: string;
}

/** One object of what is downloaded, and what must come out of it. */
export interface PlannedEntry {
  /** In the archive that is written. */
  name: string;
  /** Where its bytes stand in what is fetched. */
  offset: number;
  length: number;
  /** Absent for a managed file, which is plain. */
  sealed?: { fileKey: Bytes; file: FileRef };
  /** Of the content; the hash in lower-case hex. */
  size: number;
  sha256: string;
}

/** What is fetched, opened, checked, and put out piece by piece: as a ZIP, or as the one file it is. */
export interface DownloadJob {
  kind: 'download';
  entries: PlannedEntry[];
  as: 'zip' | 'file';
  /** Bytes to fetch. */
  size: number;
  /** Where the pieces go. */
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
export interface ToldError {
  name: string;
  message: string;
  /** Of a `SealingError`. */
  problem?: string;
  /** Of an `ApiError`. */
  code?: string;
  status?: number;
  /** The file it met. */
  about?: string;
}

/** From the worker, about one job. */
export type FromWorker<K extends Job['kind'] = Job['kind']> =
  | { kind: 'progress'; loaded: number }
  /** A fresh address of what is downloaded. `failure`: why the last one was given up; to go on is the person's decision. */
  | { kind: 'address'; failure?: ToldError }
  | { kind: 'done'; result: Results[K] }
  | { kind: 'failed'; error: ToldError };

/** To the worker, about one job. */
export type ToWorker = { kind: 'address'; url: string } | { kind: 'abort'; error: ToldError };
