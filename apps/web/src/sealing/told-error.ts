import type { ErrorCode } from '@tradepost/contracts/errors';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import { ApiError } from '@tradepost/client/api-error';
import type { ToldError } from './jobs';

/** An error as it can be sent to another thread. `about`: the file it met. */
export function tell(error: unknown, about?: string): ToldError {
  if (error instanceof SealingError)
    return { name: error.name, message: error.message, problem: error.problem, ...(about && { about }) };
  if (error instanceof ApiError)
    return { name: error.name, message: error.message, code: error.code, status: error.status };
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

/** The error that was told, of the class it had. */
export function heard({ name, message, problem, code, status, about }: ToldError): Error {
  if (problem) return Object.assign(new SealingError(problem as SealingProblem), { about });
  if (code) return new ApiError(message, code === 'NETWORK' ? { status } : { code: code as ErrorCode, status });
  if (name === 'AbortError') return new DOMException(message, name);
  return Object.assign(new Error(message), { name });
}
