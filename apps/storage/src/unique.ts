import { AppError, type ErrorCode } from '@tradepost/contracts/errors';

const uniqueViolation = '23505';

/** For the `catch` of a write: what a broken unique index means to the caller. */
export const whenTaken =
  (code: ErrorCode) =>
  (error: { driverError?: { code?: string } }): never => {
    throw error.driverError?.code === uniqueViolation ? new AppError(code) : error;
  };
