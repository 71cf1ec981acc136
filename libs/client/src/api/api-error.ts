import type { ErrorCode, FieldError, Problem } from '@tradepost/contracts/errors';

/** Bytes of an answer that states an error; a longer one is not read. */
const longestProblem = 1024 ** 2;

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
  const problem = parseProblem((await shortText(response, longestProblem).catch(() => undefined)) ?? '');
  if (problem?.message)
    return new ApiError(problem.message, { code: 'UNAVAILABLE', requestId, ...problem, status, retryAfter });
  const message =
    status === 413
      ? 'The request is too large'
      : status >= 300 && status < 400
        ? 'The server answered with a redirect, which is not followed. Check its address.'
        : 'This part of the service is not available right now. Please try again.';
  return new ApiError(message, { code: status === 413 ? 'TOO_LARGE' : 'UNAVAILABLE', status, requestId, retryAfter });
}

/** Undefined when the body is not JSON: a proxy answered instead of the server. */
function parseProblem(body: string): Partial<Problem> | undefined {
  try {
    return problemOf(JSON.parse(body));
  } catch {
    return undefined;
  }
}

/** What a server says of a failure, without what has another type. */
export function problemOf(given: unknown): Partial<Pick<Problem, 'message' | 'code' | 'requestId' | 'errors'>> {
  const { message, code, requestId, errors } = (given ?? {}) as Record<string, unknown>;
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof code === 'string' && { code: code as ErrorCode }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(Array.isArray(errors) && { errors: errors.filter(isFieldError) }),
  };
}

function isFieldError(given: unknown): given is FieldError {
  const { field, message } = (given ?? {}) as Record<string, unknown>;
  return typeof field === 'string' && typeof message === 'string';
}

/** The text of an answer, which a server may never end. @returns undefined for one that is longer, of which no more is read */
export async function shortText({ body }: Response, mostBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for (const reader = body?.getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > mostBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
