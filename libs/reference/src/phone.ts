import parsePhoneNumber from 'libphonenumber-js';
import type { Country } from './countries';

/** The country of a whole number in international form, if it is one of these. */
export function countryOfPhone(raw: string, from: readonly Country[]): Country | undefined {
  const number = raw.trim().startsWith('+') ? parsePhoneNumber(raw.trim()) : undefined;
  return (
    from.find(({ code }) => code === number?.country) ??
    from.find(({ dialCode }) => dialCode === number?.countryCallingCode)
  );
}

/** Whether this is long enough to be a whole number, and not one that is still being typed. */
export const isWholePhone = (raw: string): boolean => raw.replace(/\D/g, '').length >= 7;

/**
 * What a phone field holds after its country changed: `+<dialCode>` if it was empty or began with a plus,
 * else what it held.
 * @param dialCode digits only
 */
export function phoneForCountry(previous: string, dialCode: string): string {
  const held = previous.trim();
  return held === '' || held.startsWith('+') ? `+${dialCode}` : previous;
}

/**
 * The onboarding telephone as `+<dialCode><digits>`; everything but digits is stripped, and a number
 * written without a plus is taken as a national one. Null when it begins with a plus but not with
 * this dial code: the field then keeps what it held. A good value is one that comes back unchanged.
 * @param dialCode digits only
 */
export function onboardingPhone(raw: string, dialCode: string): string | null {
  const international = raw.trim().startsWith('+');
  const digits = raw.replace(/\D/g, '');
  if (!international) return `+${dialCode}${digits}`;
  return digits.startsWith(dialCode) ? `+${digits}` : null;
}

/** A whole number without the digits that are dialled only inside its country: `+4940123456` for `+49040123456`. */
export function withoutTrunkPrefix(phone: string): string {
  const number = parsePhoneNumber(phone);
  return number?.isValid() ? number.number : phone;
}
