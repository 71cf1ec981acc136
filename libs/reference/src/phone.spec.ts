import { onboardingPhone, phoneForCountry, phoneProblem } from './phone';

describe('phoneProblem', () => {
  it.each(['+40721234567', '+40 721234567', '+1-2025550123', ' +919876543210 ', '+1234567', '+999123456789012'])(
    'accepts %j',
    (phone) => expect(phoneProblem(phone)).toBeNull(),
  );

  it.each(['', '   '])('finds %j empty', (phone) => expect(phoneProblem(phone)).toBe('empty'));

  it.each([
    ['no plus', '40721234567'],
    ['a country code starting with 0', '+0721234567'],
    ['two separators', '+40 721 234567'],
    ['a doubled separator', '+40--721234567'],
    ['letters', '+40 72123456a'],
    ['a bare dial code', '+40'],
    ['16 digits', '+9991234567890123'],
    ['a second line', '+40721234567\n+40721234567'],
  ])('refuses the form of %s', (_why, phone) => expect(phoneProblem(phone)).toBe('format'));

  it('refuses fewer than 7 digits in all', () => {
    expect(phoneProblem('+40 123')).toBe('digits');
    expect(phoneProblem('+123456')).toBe('digits');
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

  it.each(['+44 20 7946 0000', '+9', '+'])('refuses %j, which has not the dial code', (raw) => {
    expect(onboardingPhone(raw, '91')).toBeNull();
  });
});
