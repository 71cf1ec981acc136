/** Why a phone number is refused: nothing entered, not in the written form, or not 7 to 15 digits in all. */
export type PhoneProblem = 'empty' | 'format' | 'digits';

const written = /^\+[1-9]\d{0,2}[- ]?\d{3,12}$/;

/**
 * The rule of the company verification form: a plus sign, a country code of 1 to 3 digits starting 1-9,
 * an optional dash or space, 3 to 12 digits; 7 to 15 digits in all. Surrounding blanks are ignored.
 * @returns the first reason to refuse the number, or null when it is good.
 */
export function phoneProblem(phone: string): PhoneProblem | null {
  const number = phone.trim();
  if (number === '') return 'empty';
  if (!written.test(number)) return 'format';
  const digits = number.replace(/\D/g, '').length;
  return digits < 7 || digits > 15 ? 'digits' : null;
}

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
