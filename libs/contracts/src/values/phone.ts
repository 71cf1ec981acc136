const written = /^\+[1-9]\d{0,2}[- ]?\d{3,12}$/;

/**
 * The error for a phone number of the company verification form; undefined if it is valid: a plus sign, a country
 * code of 1 to 3 digits starting 1-9, an optional dash or space, 3 to 12 digits; 7 to 15 digits in all.
 */
export function phoneError(phone: string): string | undefined {
  const number = phone.trim();
  if (number === '') return 'This field is required';
  if (!written.test(number)) return 'Please enter a valid number with country code';
  const digits = number.replace(/\D/g, '').length;
  return digits < 7 || digits > 15 ? 'Number should have between 7-15 digits' : undefined;
}

/** Whether the field is empty: the form itself fills in the country's dial code. */
export const isBlankPhone = (phone: string): boolean => /^(\+\d{0,3})?$/.test(phone.trim());
