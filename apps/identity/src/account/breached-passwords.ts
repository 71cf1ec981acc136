import { AppError } from '@tradepost/contracts/errors';
import { parseRecord } from '@tradepost/contracts/encryption/formats';
import { isBreached } from '@tradepost/reference/breached-passwords';

/** A record cannot be checked: the client that made it has checked the password. @throws AppError PASSWORD_BREACHED */
export function assertNotBreached(password: string): void {
  if (parseRecord(password) !== null || !isBreached(password)) return;
  const refusal = new AppError('PASSWORD_BREACHED');
  throw new AppError('PASSWORD_BREACHED', { errors: [{ field: 'password', message: refusal.message }] });
}
