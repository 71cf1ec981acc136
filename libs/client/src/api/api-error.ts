import type { ErrorCode, FieldError, Problem } from '@tradepost/contracts/errors';

/** A failed call. `message` is for people, `code` for programs; `NETWORK` means that there was no answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode | 'NETWORK';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly errors: FieldError[];
  /** Identifies the call in the server's logs. */
  readonly requestId: string | undefined;
  /** In seconds. */
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

/** The error of a failed response, from its RFC 9457 problem document if it has one. Reads the body. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const header = headers.get('Retry-After');
  const retryAfter = header === null || Number.isNaN(Number(header)) ? undefined : Number(header);
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const problem = parseProblem(await response.text().catch(() => ''));
  if (problem?.message) return new ApiError(problem.message, { requestId, ...problem, status, retryAfter });
  const message =
    status === 413
      ? 'The request is too large'
      : 'This part of the service is not available right now. Please try again.';
  return new ApiError(message, { code: status === 413 ? 'TOO_LARGE' : 'UNAVAILABLE', status, requestId, retryAfter });
}

/** Undefined when the body is not JSON: a proxy answered instead of the server. */
function parseProblem(body: string): Partial<Problem> | undefined {
  try {
    return JSON.parse(body) as Partial<Problem>;
  } catch {
    return undefined;
  }
}
