import { AppError } from '@tradepost/contracts/errors';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The most frequent passwords of published breaches, in lower case. */
const breached = new Set(dictionary['passwords-common']);

/** @throws AppError PASSWORD_BREACHED */
export function assertNotBreached(password: string): void {
  if (!breached.has(password.toLowerCase())) return;
  const refusal = new AppError('PASSWORD_BREACHED');
  throw new AppError('PASSWORD_BREACHED', { errors: [{ field: 'password', message: refusal.message }] });
}
