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
