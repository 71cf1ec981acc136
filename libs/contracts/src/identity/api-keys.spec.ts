import { identity } from '.';

it('refuses scopes that are not a list, also together with a permission that depends on them', async () => {
  const given = { name: 'Nightly', expiresInDays: 1, password: 'x', allowance: 'yes', scopes: { $ne: 1 } };
  await expect(identity.createApiKey.input.validate(given, { abortEarly: false })).rejects.toMatchObject({
    name: 'ValidationError',
  });
});
