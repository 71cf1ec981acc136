import { PepperedCodes } from './peppered-codes';

const otherThan = (code: string) => (code === '00000' ? '00001' : '00000');

it('verifies a code while its pepper is the current or a previous one', async () => {
  const { code, codeHash } = await new PepperedCodes(['the old pepper']).create();
  const rotated = new PepperedCodes(['the new pepper', 'the old pepper']);
  expect(await rotated.verify(codeHash, ` ${code} `)).toBe(true);
  expect(await rotated.verify(codeHash, otherThan(code))).toBe(false);
  expect(await new PepperedCodes(['the new pepper']).verify(codeHash, code)).toBe(false);
});

it('verifies nothing without a stored hash', async () => {
  expect(await new PepperedCodes(['a pepper']).verify(undefined, '12345')).toBe(false);
});
