import { identity } from '.';
import { validate } from '../values/validate';

it.each([
  [7, false],
  [8, true],
  [64, true],
  [1024, true],
  [1025, false],
])('a new password may have 8 to 1,024 characters: %i', async (letters, isValid) => {
  const person = { firstName: 'Ann', lastName: 'Archer', email: 'ann@acme.example', userType: 'sender' };
  const signup = validate(identity.signup.input, { ...person, password: 'x'.repeat(letters) });
  if (isValid) await expect(signup).resolves.toBeDefined();
  else await expect(signup).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'password' }] });
});
