import type { ErrorCode, FieldError, Problem } from '@tradepost/contracts/errors';

/** What went wrong with a call, in words for a person; `code` is `NETWORK` when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'NETWORK';
  /** Of HTTP; 0 when no answer came. */
  readonly status: number;
  readonly errors: FieldError[];
  /** Names the call in the service's logs. */
  readonly requestId: string | undefined;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    {
      code,
      status,
      errors,
      requestId,
      retryAfter,
    }: Partial<Pick<Problem, 'code' | 'status' | 'errors' | 'requestId'>> & { retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.code = code ?? 'NETWORK';
    this.status = status ?? 0;
    this.errors = errors ?? [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

export const networkError = () => new ApiError('The server could not be reached. Check your connection and try again.');

/** The error behind a response that is not good, from its problem document where it has one. */
export async function refusalIn(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const given = headers.get('Retry-After');
  const retryAfter = given === null || Number.isNaN(Number(given)) ? undefined : Number(given);
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const problem = problemIn(await response.text().catch(() => ''));
  if (problem?.message) return new ApiError(problem.message, { requestId, ...problem, status, retryAfter });
  const message =
    status === 413
      ? 'The request is too large'
      : 'This part of the service is not available right now. Please try again.';
  return new ApiError(message, { code: status === 413 ? 'TOO_LARGE' : 'UNAVAILABLE', status, requestId, retryAfter });
}

/** None where a proxy answered in its own words, which mean nothing to a person. */
function problemIn(body: string): Partial<Problem> | undefined {
  try {
    return JSON.parse(body) as Partial<Problem>;
  } catch {
    return undefined;
  }
}
