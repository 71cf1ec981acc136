import { assertTelephone } from './company.policy';

describe('assertTelephone', () => {
  it.each([
    ['+91 22 1234 5678', 'India'],
    ['+912212345678', 'in'],
    ['+1 (212) 555-0100', 'Canada'],
    ['022 1234 5678', 'India'],
    ['+44 20 7946 0000', 'Atlantis'],
  ])('accepts %s for %s', (number, country) => expect(() => assertTelephone(number, country)).not.toThrow());

  it.each([
    ['+44 20 7946 0000', 'India'],
    ['+4420794600', 'IN'],
  ])('rejects %s for %s', (number, country) =>
    expect(() => assertTelephone(number, country)).toThrow(
      expect.objectContaining({ code: 'INVALID', message: 'Telephone number must start with +91' }),
    ),
  );
});
