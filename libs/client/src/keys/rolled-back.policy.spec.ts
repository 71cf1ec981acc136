import type { StoredKeys } from '@tradepost/contracts/encryption/sealed';
import { isRolledBack } from './rolled-back.policy';

const of = (epoch: number, bundleEpoch = epoch) => ({ vault: { epoch }, bundle: { epoch: bundleEpoch } }) as StoredKeys;
const seen = { epoch: 2, revision: 5 };

describe('the keys a server gives', () => {
  it.each([
    ['those of the newest epoch seen', { epoch: 2, keys: of(2), seen }, false],
    ['newer ones', { epoch: 3, keys: of(3), seen }, false],
    ['none, on a device that has seen none', { epoch: 0, keys: null, seen: { epoch: 0 } }, false],
    ['older ones', { epoch: 1, keys: of(1), seen }, true],
    ['none any more', { epoch: 0, keys: null, seen }, true],
    ['none any more, with the epoch that was seen', { epoch: 2, keys: null, seen }, true],
    ['an older vault with a new epoch', { epoch: 2, keys: of(1), seen }, true],
    ['an older bundle with a new vault', { epoch: 2, keys: of(2, 1), seen }, true],
  ])('%s', (_, answer, refused) => {
    expect(isRolledBack(answer)).toBe(refused);
  });
});
