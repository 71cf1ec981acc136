import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import { assertSameSealed, modeOfFile, sealedOf } from './sealed.policy';

const file = (fileId: string, version: number) => ({ sealed: { fileId, version } as OwnSealedFile });
const managed = { sealed: null };

it('tells sealed files from managed ones', () => {
  expect([file('a', 1), managed].map(modeOfFile)).toEqual(['e2e', 'managed']);
  expect(sealedOf([managed, file('b', 2), managed])).toEqual([{ fileId: 'b', version: 2 }]);
});

it('accepts only the versions that the grants were verified for', () => {
  const checked = [file('a', 1), managed, file('b', 2)];
  expect(() => assertSameSealed(checked, [file('a', 1), file('b', 2)])).not.toThrow();
  for (const held of [[file('a', 1)], [file('a', 2), file('b', 2)], [...checked, file('c', 1)], [managed]]) {
    expect(() => assertSameSealed(checked, held)).toThrow(expect.objectContaining({ code: 'VERSION_CONFLICT' }));
  }
});
