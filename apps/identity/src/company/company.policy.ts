import type { UserType } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { dialCodeOf } from '@tradepost/reference/countries';

/** A number with a leading plus must continue with the country's dial code, if the country is known. @throws AppError INVALID */
export function assertTelephone(telephoneNumber: string, country: string): void {
  const dialCode = dialCodeOf(country);
  if (!dialCode || !telephoneNumber.startsWith('+') || telephoneNumber.replace(/\D/g, '').startsWith(dialCode)) return;
  const message = `Telephone number must start with +${dialCode}`;
  throw new AppError('INVALID', { message, errors: [{ field: 'company.telephoneNumber', message }] });
}

/** Admins have no company. @throws AppError NOT_ALLOWED */
export function assertMayOwnCompany(userType: UserType): void {
  if (userType === 'admin') throw new AppError('NOT_ALLOWED');
}
