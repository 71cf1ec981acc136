import { onboardingPhone, phoneForCountry } from './phone';

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
