import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js';

export interface Country {
  /** ISO 3166-1 alpha-2 in upper case; XK, AC and TA are the usual user-assigned and reserved codes. */
  code: CountryCode;
  /** English name of the running platform's CLDR. Store the code or compare with `countryByName`. */
  name: string;
  /** Calling code, digits only, without the plus sign. Shared ones repeat: 1 for all of North America. */
  dialCode: string;
}

const english = new Intl.DisplayNames('en', { type: 'region' });
const byEnglishOrder = new Intl.Collator('en').compare;

/** Every country and territory with a telephone calling code (libphonenumber metadata), sorted by name. */
export const countries: readonly Country[] = getCountries()
  .map((code) => ({ code, name: english.of(code) ?? code, dialCode: getCountryCallingCode(code) }))
  .sort((a, b) => byEnglishOrder(a.name, b.name));

// CLDR spells some names differently from release to release (accents, case); the comparison forgives both.
const fold = (name: string) => name.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const codes = new Map<string, Country>(countries.map((country) => [country.code, country]));
const names = new Map<string, Country>(countries.map((country) => [fold(country.name), country]));

/** The country of a two-letter code in either case, or undefined. */
export const countryByCode = (code: string): Country | undefined => codes.get(code.trim().toUpperCase());

/** The country of an English name, case and accents ignored, or undefined. */
export const countryByName = (name: string): Country | undefined => names.get(fold(name));

/** Calling code (digits only) of a country given by name or two-letter code, or undefined. */
export const dialCodeOf = (countryNameOrCode: string): string | undefined =>
  (countryByCode(countryNameOrCode) ?? countryByName(countryNameOrCode))?.dialCode;

const profileCodes = new Set<CountryCode>(['US', 'GB', 'CA', 'AU', 'DE', 'FR', 'JP', 'IN', 'BR', 'ES']);

/** The ten countries the company profile offers, sorted by name. */
export const profileCountries: readonly Country[] = countries.filter(({ code }) => profileCodes.has(code));

/** Name of the country a new company form starts with. */
export const defaultCountryName = 'India';
