import { countries, profileCountries } from './countries';
import { countryOfPhone, onboardingPhone, phoneForCountry, withoutTrunkPrefix } from './phone';

describe('countryOfPhone', () => {
  it.each([
    ['+44 20 7946 0000', 'GB'],
    ['+40 721 234 567', 'RO'],
    ['+1 416 555 0123', 'CA'],
    [' +4930123456 ', 'DE'],
  ])('finds the country of %j', (raw, code) => expect(countryOfPhone(raw, countries)?.code).toBe(code));

  it.each(['020 7946 0000', '+999 1234567', '+', '+4'])('finds none of %j', (raw) => {
    expect(countryOfPhone(raw, countries)).toBeUndefined();
  });

  it('finds only offered countries', () => {
    expect(countryOfPhone('+40 721 234 567', profileCountries)).toBeUndefined();
  });
});

describe('phoneForCountry', () => {
  it.each(['', '  ', '+', '+40721234567'])('turns %j into the dial code', (held) => {
    expect(phoneForCountry(held, '91')).toBe('+91');
  });

  it('leaves a number without a plus as typed', () => expect(phoneForCountry('0721 234', '91')).toBe('0721 234'));
});

describe('onboardingPhone', () => {
  it.each([
    ['+91 98765-43210', '+919876543210'],
    ['98765 43210', '+919876543210'],
    ['+91', '+91'],
    ['', '+91'],
    ['+91abc', '+91'],
  ])('writes %j as %s', (raw, phone) => expect(onboardingPhone(raw, '91')).toBe(phone));

  it.each(['+44 20 7946 0000', '+9', '+'])('refuses %j, which does not have the dial code', (raw) => {
    expect(onboardingPhone(raw, '91')).toBeNull();
  });
});

describe('withoutTrunkPrefix', () => {
  it.each([
    ['+49040123456', '+4940123456'],
    ['+442079460000', '+442079460000'],
    // Italian numbers keep their zero
    ['+390612345678', '+390612345678'],
    // too short to be a number
    ['+4904', '+4904'],
    ['', ''],
  ])('writes %j as %j', (phone, written) => expect(withoutTrunkPrefix(phone)).toBe(written));
});
