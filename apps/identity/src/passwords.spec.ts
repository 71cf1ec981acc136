import type { Kdf } from '@tradepost/contracts/sealed';
import type { AccountRow } from './accounts.entity';
import type { AccountsRepository } from './accounts.repository';
import * as hashing from './hashing';
import { Passwords } from './passwords';

jest.mock('./hashing', () => ({
  ...jest.requireActual<object>('./hashing'),
  authKeyOf: jest.fn(async () => 'a key'),
  isHashOf: jest.fn(async () => false),
}));

const passwords = new Passwords({ saltKey: async () => Buffer.alloc(32) } as unknown as AccountsRepository);
const kdf: Kdf = hashing.kdfOfSalt();
const account = (kept: Kdf | null) => ({ email: 'ann@example.com', passwordHash: 'a hash', kdf: kept }) as AccountRow;
const cases = { 'of today': account(kdf), 'of before': account(null), 'of nobody': null };

beforeEach(() => jest.clearAllMocks());

it.each(Object.entries(cases))('does for a wrong password %s what it does for any', async (_whose, of) => {
  expect(await passwords.proven(of, 'ann@example.com', 'a wrong password')).toBeNull();
  expect(jest.mocked(hashing.authKeyOf).mock.calls).toEqual([
    ['a wrong password', expect.objectContaining({ params: kdf.params })],
  ]);
  expect(hashing.isHashOf).toHaveBeenCalledTimes(1);
});

it.each(Object.entries(cases))('does for a wrong key %s what it does for any', async (_whose, of) => {
  expect(await passwords.proven(of, 'ann@example.com', `sdx1.${'A'.repeat(43)}`)).toBeNull();
  expect(hashing.authKeyOf).not.toHaveBeenCalled();
  expect(hashing.isHashOf).toHaveBeenCalledTimes(1);
});
