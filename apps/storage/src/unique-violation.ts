import { AppError, type ErrorCode } from '@tradepost/contracts/errors';

const uniqueViolation = '23505';

interface Violation {
  code?: string;
  constraint?: string;
}

type Failure = Violation & { driverError?: Violation };

/** Whether a write failed because another row has what must be unique. */
export const isTaken = (error: unknown): boolean => {
  const { driverError, code } = error as Failure;
  return (driverError?.code ?? code) === uniqueViolation;
};

/** For the `catch` of a write: the error code for each unique index that it may violate. */
export const whenTaken =
  (codes: Record<string, ErrorCode>) =>
  (error: Failure): never => {
    const { code, constraint = '' } = error.driverError ?? error;
    const meaning = code === uniqueViolation ? codes[constraint] : undefined;
    throw meaning ? new AppError(meaning) : error;
  };
