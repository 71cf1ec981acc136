import { maxBytesInBatch, batchesOf } from '@tradepost/client/api/batch-upload';
import type { SealedUpload } from '@tradepost/client/transfers/sealed-content';
import type { Mode } from '@tradepost/contracts/encryption/sealed';
import { inDirectory } from '@tradepost/contracts/values/file-paths';
import type { PlannedUpload } from '../../../sealing/upload-parts';
import type { TableInsight } from './table-profile';
import type { FileTerms } from './terms';

type UploadState = 'asking' | 'waiting' | 'sending' | 'paused' | 'done' | 'failed';

export interface UploadItem {
  id: string;
  folderId: string;
  folderName: string;
  file: File;
  /** Where it is put in the folder; empty for the top level. */
  directory: string;
  /** Makes this the next version of that file, which has these terms. */
  replaces?: { id: string; name: string; terms: FileTerms; mode: Mode };
  /** Seals it as a whole: the person does not want the server to learn which parts change. */
  whole?: boolean;
  state: UploadState;
  /** Terms that the person gave before the upload: it does not ask for them. */
  given?: FileTerms;
  terms: FileTerms;
  /** Undefined while the file is read; null when it is no table. */
  insight: TableInsight | null | undefined;
  /** Set while the upload runs. */
  phase?: 'reading' | 'comparing' | 'sealing' | 'sending';
  /** Bytes read, sealed or sent so far. */
  loaded: number;
  /** Bytes that are sent, where that is not the size of the file: only what has changed, or a large file with what its segments add. */
  toSend?: number | undefined;
  bytesPerSecond: number;
  error?: string;
  /** A retry cannot succeed. */
  isRejected?: boolean;
  /** Whether the stored bytes have the hash computed here; undefined when the page cannot compute it. */
  isHashSame?: boolean | undefined;
  /** Name in the folder. */
  storedName?: string;
}

/** Nothing more happens to the file unless the person tries again. */
export const hasEnded = ({ state }: UploadItem) => state === 'done' || state === 'failed';

/** Bytes to read or send before the file is stored. */
export const bytesOf = ({ toSend, file }: Pick<UploadItem, 'toSend' | 'file'>): number => toSend ?? file.size;

/** The full name that the file asks for in its folder: files of a directory often differ in it only. */
export const pathOf = ({ directory, file }: Pick<UploadItem, 'directory' | 'file'>): string =>
  inDirectory(directory, file.name);

/** Bytes. Larger files go in numbered parts, which are sealed when they are sent, and survive an interruption. */
export const inPartsAbove = 8 * 1024 * 1024;

/** How a file is sealed; a small one is sealed already. */
export type Sealing = { sealed: SealedUpload } | { plan: PlannedUpload };

/** Sealing of files that failed or are paused: a retry sends the same bytes, so that the server recognises them, and an upload in parts resumes. */
export const sealedBefore = new Map<string, Sealing>();

/** Only files in parts can be paused: others would be sent again. */
export const canPause = ({ state, phase, file }: UploadItem): boolean =>
  state === 'sending' && phase === 'sending' && file.size > inPartsAbove;

/** A new small file: it goes with others in one call. */
const isSmall = ({ file, replaces }: UploadItem) => !replaces && file.size <= maxBytesInBatch;

/** The first of these files, with the small ones that go into the same folder in the same call. */
export function firstTogether(items: UploadItem[]): UploadItem[] {
  const [first] = items;
  if (!first || !isSmall(first)) return items.slice(0, 1);
  const small = items.filter((item) => isSmall(item) && item.folderId === first.folderId);
  const [batch = []] = batchesOf(
    small.map((item) => ({
      item,
      size: item.file.size,
      termsBytes: item.insight ? JSON.stringify(item.insight).length : 0,
    })),
  );
  return batch.map(({ item }) => item);
}
