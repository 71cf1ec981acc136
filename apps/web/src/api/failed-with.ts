import { ApiError } from '@tradepost/client/api/api-error';

/** Whether a call was refused with this code. */
export const failedWith = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code;
