import { AppError } from '@tradepost/contracts/errors';
import { parseRecord } from '@tradepost/contracts/encryption/formats';
import { weaknessOf } from '@tradepost/reference/weak-passwords';

/** A record cannot be checked: the client that made it has checked the password. @throws AppError PASSWORD_BREACHED, PASSWORD_GUESSABLE */
export function assertNotWeak(password: string, email: string): void {
  const weakness = parseRecord(password) === null ? weaknessOf(password, email) : null;
  if (!weakness) return;
  const { message } = new AppError(weakness);
  throw new AppError(weakness, { errors: [{ field: 'password', message }] });
}
