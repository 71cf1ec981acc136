import { AppError, type ErrorCode } from '@tradepost/contracts/errors';

const uniqueViolation = '23505';

interface Violation {
  code?: string;
  constraint?: string;
}

/** For the `catch` of a write: the error code for each unique index that it may violate. */
export const whenTaken =
  (codes: Record<string, ErrorCode>) =>
  (error: Violation & { driverError?: Violation }): never => {
    const { code, constraint = '' } = error.driverError ?? error;
    const meaning = code === uniqueViolation ? codes[constraint] : undefined;
    throw meaning ? new AppError(meaning) : error;
  };
