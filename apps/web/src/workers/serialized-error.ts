import type { ErrorCode } from '@tradepost/contracts/errors';
import { SealingError, type SealingProblem } from '@tradepost/sealing/errors';
import { ApiError } from '@tradepost/client/api/api-error';

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

/** A `DOMException` of another realm is no `Error`. */
export const isError = (value: unknown): value is Error => value instanceof Error || value instanceof DOMException;

/** An error in a form that can be sent to another thread. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof SealingError) {
    const { about } = error as { about?: string };
    return { name: error.name, message: error.message, problem: error.problem, ...(about && { about }) };
  }
  if (error instanceof ApiError)
    return { name: error.name, message: error.message, code: error.code, status: error.status };
  return isError(error) ? { name: error.name, message: error.message } : { name: 'Error', message: String(error) };
}

/** Restores an error with its class. */
export function deserializeError({ name, message, problem, code, status, about }: SerializedError): Error {
  if (problem) return Object.assign(new SealingError(problem as SealingProblem), { about });
  if (code) return new ApiError(message, code === 'NETWORK' ? { status } : { code: code as ErrorCode, status });
  if (name === 'AbortError') return new DOMException(message, name);
  return Object.assign(new Error(message), { name });
}
