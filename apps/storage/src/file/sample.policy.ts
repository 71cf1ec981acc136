import { AppError } from '@tradepost/contracts/errors';

/** Receivers without access cannot open a sealed file: only rows that its sender adds can be its sample. */
export const wholeSampleRefused = () => {
  const message = 'An end-to-end encrypted file cannot be a sample as a whole';
  return new AppError('INVALID', { message, errors: [{ field: 'sample', message }] });
};
