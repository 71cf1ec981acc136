import { AppError } from '@tradepost/contracts/errors';
import { ApiError } from '@tradepost/client/api/api-error';
import type { AddressAndPassword } from '@tradepost/client/keys/passwords';

/**
 * Refuses a new password known from a breach, or easily guessed. The server cannot check it, because it never sees the password.
 * @throws ApiError PASSWORD_BREACHED, PASSWORD_GUESSABLE, under the field `password`
 */
export async function refuseWeak({ email, password }: AddressAndPassword): Promise<void> {
  const { weaknessOf } = await import('@tradepost/reference/weak-passwords');
  const weakness = weaknessOf(password, email);
  if (!weakness) return;
  const { code, status, message } = new AppError(weakness);
  throw new ApiError(message, { code, status, errors: [{ field: 'password', message }] });
}
