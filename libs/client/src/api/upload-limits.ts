import {
  fileTypePattern,
  largestMaxFileBytes,
  maxFileTypes,
  type UploadLimits,
} from '@tradepost/contracts/values/upload-sizes';
import type { ApiClient } from './api-client';
import { shortText } from './api-error';

/** Bytes of an answer that states limits; a longer one is not read. */
const longestAnswer = 64 * 1024;
const waitMs = 15_000;

const isLimit = (given: unknown): given is number =>
  Number.isSafeInteger(given) && (given as number) >= 1 && (given as number) <= largestMaxFileBytes;

const areFileTypes = (given: unknown): given is UploadLimits['fileTypes'] =>
  given === null ||
  (Array.isArray(given) &&
    given.length <= maxFileTypes &&
    given.every((type) => typeof type === 'string' && fileTypePattern.test(type)));

/** The limits in an answer of `/api/site`. What is missing or not possible is replaced by the fallback. */
export function uploadLimitsFrom(site: unknown, fallback: UploadLimits): UploadLimits {
  const { maxFileBytes, fileTypes } = ((site as { uploads?: unknown } | null)?.uploads ?? {}) as Record<
    string,
    unknown
  >;
  return {
    maxFileBytes: isLimit(maxFileBytes) ? maxFileBytes : fallback.maxFileBytes,
    fileTypes: areFileTypes(fileTypes) ? fileTypes : fallback.fileTypes,
  };
}

/**
 * What the server accepts, to refuse a file before it is read. The server checks again, so no answer means the fallback.
 * @throws the signal's reason
 */
export async function fetchUploadLimits(
  client: Pick<ApiClient, 'fetch'>,
  fallback: UploadLimits,
  signal?: AbortSignal,
): Promise<UploadLimits> {
  const deadline = AbortSignal.timeout(waitMs);
  try {
    const response = await client.fetch('/site', { signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
    const text = response.ok ? await shortText(response, longestAnswer) : undefined;
    return uploadLimitsFrom(text === undefined ? undefined : JSON.parse(text), fallback);
  } catch {
    signal?.throwIfAborted();
    return fallback;
  }
}
