import { hashSecret, verifySecret } from './secret-hash';

it('costs two passes over 19 MiB for each guess', async () => {
  const stored = await hashSecret('12345');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifySecret(stored, '12345')).toBe(true);
  expect(await verifySecret(stored, '12346')).toBe(false);
});

it('refuses every secret if there is no stored hash', async () => {
  expect(await verifySecret(undefined, 'a secret that no account has')).toBe(false);
});
