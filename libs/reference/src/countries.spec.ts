import { countries, countryByCode, countryByName, defaultCountryName, dialCodeOf, profileCountries } from './countries';

describe('countries', () => {
  it('lists 230 to 250 of them, each code and name once', () => {
    expect(countries.length).toBeGreaterThanOrEqual(230);
    expect(countries.length).toBeLessThanOrEqual(250);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
    expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  });

  it('gives each a two-letter code, a real name and a dial code of one to three digits', () => {
    for (const { code, name, dialCode } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(name).not.toBe(code);
      expect(dialCode).toMatch(/^[1-9]\d{0,2}$/);
    }
  });

  it('is sorted by name as English readers expect, accents aside', () => {
    const order = countries.map(({ name }) => name);
    expect(order.slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania']);
    expect(order.at(-1)).toBe('Zimbabwe');
  });

  it('finds a country by code in either case', () => {
    expect(countryByCode('ro')).toEqual({ code: 'RO', name: 'Romania', dialCode: '40' });
    expect(countryByCode('ZZ')).toBeUndefined();
    expect(countryByCode('')).toBeUndefined();
  });

  it('finds a country by name, case and accents ignored', () => {
    expect(countryByName(' united kingdom ')?.code).toBe('GB');
    expect(countryByName('Cote d’Ivoire')?.code).toBe('CI');
    expect(countryByName('Atlantis')).toBeUndefined();
  });

  it.each([
    ['India', '91'],
    ['IN', '91'],
    ['United States', '1'],
    ['GB', '44'],
    ['Germany', '49'],
    ['Kosovo', '383'],
  ])('dials %s with %s', (country, dialCode) => expect(dialCodeOf(country)).toBe(dialCode));

  it('knows no dial code of an unknown country', () => expect(dialCodeOf('Atlantis')).toBeUndefined());

  it('offers ten countries in the profile, sorted, India by default', () => {
    expect(profileCountries.map(({ name }) => name)).toEqual([
      'Australia',
      'Brazil',
      'Canada',
      'France',
      'Germany',
      'India',
      'Japan',
      'Spain',
      'United Kingdom',
      'United States',
    ]);
    expect(countryByName(defaultCountryName)?.code).toBe('IN');
  });
});
