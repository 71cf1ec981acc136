/** 50 MiB, unless the installation sets another limit; the upload hint calls it `50MB`. */
export const defaultMaxFileBytes = 50 * 1024 * 1024;
/** The largest limit that an installation can set: 5 TiB, the largest object of S3. */
export const largestMaxFileBytes = 5 * 1024 ** 4;

/** What an installation accepts. Clients read it from the server. */
export interface UploadLimits {
  /** Bytes of content. */
  maxFileBytes: number;
  /** Extensions in lower case, without the dot; null for any file. */
  fileTypes: readonly string[] | null;
}

/** An extension that an installation can allow. */
export const fileTypePattern = /^[a-z0-9]{1,16}$/;
export const maxFileTypes = 100;

const units = ['byte', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in the largest unit (of 1024) that keeps the number at 1 or more. Texts have a space before the unit. */
export function inUnits(bytes: number): { value: number; unit: (typeof units)[number] } {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return { value: bytes / 1024 ** power, unit: units[power] ?? 'byte' };
}

/** A limit as texts name it: `50 MB`, `1.5 GB`, `500 bytes`. Rounded down, so that a file of this size is accepted. */
export function sizeLimitText(bytes: number): string {
  const { value, unit } = inUnits(bytes);
  if (unit === 'byte') return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return `${Math.floor(100 * value) / 100} ${unit}`;
}

/** A new managed file of at most this size is stored before anything is reserved for it. */
export const smallFileBytes = 4 * 1024 * 1024;

/** Files of one batch, and bytes of all of them together. */
export const maxBatchFiles = 200;
export const maxBatchBytes = 64 * 1024 * 1024;
/** Bytes of the `terms` of a batch, as JSON. */
export const maxBatchTermsBytes = 4 * 1024 * 1024;

/** Parts into which an upload is cut. The server accepts four times as many, because a broken connection ends a part too. */
const partsOfUpload = 250;
export const maxPartsOfUpload = 4 * partsOfUpload;

/** Bytes of a part of a resumable upload. @param least for files that need no larger ones */
export const partBytesOf = (length: number, least: number): number =>
  Math.max(least, Math.ceil(length / partsOfUpload));

const [leastPartBytes, mostPartBytes, numberedParts] = [8 * 1024 ** 2, 64 * 1024 ** 2, 10_000];

/** Bytes of each numbered part of an upload except the last: whole mebibytes. Files above 625 GiB have more than 10,000 parts. */
export const numberedPartBytes = (length: number): number =>
  Math.min(Math.max(leastPartBytes, Math.ceil(length / numberedParts / 1024 ** 2) * 1024 ** 2), mostPartBytes);

export const countOfParts = (length: number): number => Math.ceil(length / numberedPartBytes(length));

/** Where a numbered part begins and ends (exclusive) in its upload. @param number from 1; undefined if there is no such part */
export function spanOfPart(length: number, number: number): { start: number; end: number } | undefined {
  if (!Number.isInteger(number) || number < 1 || number > countOfParts(length)) return undefined;
  const partBytes = numberedPartBytes(length);
  return { start: (number - 1) * partBytes, end: Math.min(number * partBytes, length) };
}

/**
 * The recorded hash of a sealed file that the store has joined, as S3 writes it, because no server has read its bytes.
 * @param ofParts SHA-256 of the SHA-256 of its numbered parts, 32 bytes each, in their order; lower-case hex
 */
export const joinedHash = (ofParts: string, parts: number): string => `${ofParts}-${parts}`;

/** Whether a recorded hash is that of parts. It is then never equal to the SHA-256 of the bytes. */
export const isJoinedHash = (sha256: string): boolean => sha256.includes('-');
