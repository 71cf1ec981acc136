import { AppError } from '@tradepost/contracts/errors';
import { ApiError } from '@tradepost/client/api/api-error';

/**
 * Refuses a new password known from a breach. The server cannot check it, because it never sees the password.
 * @throws ApiError PASSWORD_BREACHED, under the field `password`
 */
export async function refuseBreached(password: string): Promise<void> {
  const { isBreached } = await import('@tradepost/reference/breached-passwords');
  if (!isBreached(password)) return;
  const { code, status, message } = new AppError('PASSWORD_BREACHED');
  throw new ApiError(message, { code, status, errors: [{ field: 'password', message }] });
}
