import { AppError } from '@tradepost/contracts/errors';
import { isAuthKey } from '@tradepost/contracts/sealed';
import { isBreached } from '@tradepost/reference/breached-passwords';

/** An auth key cannot be checked: the client that derived it has checked the password. @throws AppError PASSWORD_BREACHED */
export function assertNotBreached(password: string): void {
  if (isAuthKey(password) || !isBreached(password)) return;
  const refusal = new AppError('PASSWORD_BREACHED');
  throw new AppError('PASSWORD_BREACHED', { errors: [{ field: 'password', message: refusal.message }] });
}
