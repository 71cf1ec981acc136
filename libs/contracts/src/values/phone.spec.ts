import { isBlankPhone, phoneError } from './phone';

describe('phoneError', () => {
  it.each(['+40721234567', '+40 721234567', '+1-2025550123', ' +919876543210 ', '+1234567', '+999123456789012'])(
    'accepts %j',
    (phone) => expect(phoneError(phone)).toBeUndefined(),
  );

  it.each(['', '   '])('finds %j empty', (phone) => expect(phoneError(phone)).toBe('This field is required'));

  it.each([
    ['no plus', '40721234567'],
    ['a country code starting with 0', '+0721234567'],
    ['two separators', '+40 721 234567'],
    ['a doubled separator', '+40--721234567'],
    ['letters', '+40 72123456a'],
    ['a bare dial code', '+40'],
    ['16 digits', '+9991234567890123'],
    ['a second line', '+40721234567\n+40721234567'],
  ])('refuses the form of %s', (_why, phone) =>
    expect(phoneError(phone)).toBe('Please enter a valid number with country code'),
  );

  it('refuses fewer than 7 digits in all', () => {
    expect(phoneError('+40 123')).toBe('Number should have between 7-15 digits');
    expect(phoneError('+123456')).toBe('Number should have between 7-15 digits');
  });
});

it.each([
  ['', true],
  [' +91 ', true],
  ['+', true],
  ['+9112', false],
  ['0170', false],
])('%j is blank: %s', (phone, blank) => expect(isBlankPhone(phone)).toBe(blank));
