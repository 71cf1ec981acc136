import type { ErrorCode, FieldError, Problem } from '@tradepost/contracts/errors';

/** What went wrong with a call, in words for a person; `code` is `NETWORK` when no answer came. */
export class ApiError extends Error {
  readonly code: ErrorCode | 'NETWORK';
  readonly status: number;
  readonly errors: FieldError[];
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    { code, status, errors, requestId, retryAfter }: Partial<Pick<Problem, 'code' | 'status' | 'errors' | 'requestId'>> & { retryAfter?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code ?? 'NETWORK';
    this.status = status ?? 0;
    this.errors = errors ?? [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

export const networkError = () => new ApiError('The server could not be reached. Check your connection and try again.');

/** The error behind a response that is not good, from its problem document where it has one. */
export function errorOf(status: number, body: string, header: (name: string) => string | null): ApiError {
  const retryAfter = Number(header('Retry-After')) || undefined;
  const requestId = header('X-Request-Id') ?? undefined;
  try {
    const problem = JSON.parse(body) as Partial<Problem>;
    if (problem.message) return new ApiError(problem.message, { requestId, ...problem, status, retryAfter });
  } catch {
    // A proxy answered in its own words, which mean nothing to a person.
  }
  const message = status === 413 ? 'The request is too large' : 'This part of the service is not available right now. Please try again.';
  return new ApiError(message, { code: status === 413 ? 'TOO_LARGE' : 'UNAVAILABLE', status, requestId, retryAfter });
}
