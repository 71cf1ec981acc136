import type { Kdf } from '@tradepost/contracts/sealed';
import * as secretHash from '@tradepost/service-kit/security/secret-hash';
import type { AccountRow } from './account.entity';
import type { AccountsRepository } from './accounts.repository';
import * as hashing from './hashing';
import { Passwords } from './passwords';

jest.mock('./hashing', () => ({
  ...jest.requireActual<object>('./hashing'),
  deriveAuthKey: jest.fn(async () => 'a key'),
}));
jest.mock('@tradepost/service-kit/security/secret-hash', () => ({
  ...jest.requireActual<object>('@tradepost/service-kit/security/secret-hash'),
  verifySecret: jest.fn(async () => false),
}));

const passwords = new Passwords({ saltKey: async () => Buffer.alloc(32) } as unknown as AccountsRepository);
const kdf: Kdf = hashing.kdfWithSalt();
const account = (stored: Kdf | null) =>
  ({ email: 'ann@example.com', passwordHash: 'a hash', kdf: stored }) as AccountRow;
const cases = { 'a current account': account(kdf), 'an account without a KDF': account(null), 'no account': null };

beforeEach(() => jest.clearAllMocks());

it.each(Object.entries(cases))('does the same work for a wrong password: %s', async (_case, given) => {
  expect(await passwords.verify(given, 'ann@example.com', 'a wrong password')).toBeNull();
  expect(jest.mocked(hashing.deriveAuthKey).mock.calls).toEqual([
    ['a wrong password', expect.objectContaining({ params: kdf.params })],
  ]);
  expect(secretHash.verifySecret).toHaveBeenCalledTimes(1);
});

it.each(Object.entries(cases))('does the same work for a wrong auth key: %s', async (_case, given) => {
  expect(await passwords.verify(given, 'ann@example.com', `sdx1.${'A'.repeat(43)}`)).toBeNull();
  expect(hashing.deriveAuthKey).not.toHaveBeenCalled();
  expect(secretHash.verifySecret).toHaveBeenCalledTimes(1);
});
