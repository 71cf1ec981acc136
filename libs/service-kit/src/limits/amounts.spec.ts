import { readAmounts } from './amounts';

const setting = 'SIGNUPS_PER_NETWORK';
afterEach(() => void delete process.env[setting]);

it('gives callers on this machine more than other networks', () => {
  const amounts = readAmounts();
  expect([amounts('signupsOfNetwork', '192.0.2.7'), amounts('signupsOfNetwork', '127.0.0.1')]).toEqual([20, 1_000]);
});

it('uses the operator’s setting for every network', () => {
  process.env[setting] = '3';
  const amounts = readAmounts();
  expect([amounts('signupsOfNetwork', '192.0.2.7'), amounts('signupsOfNetwork', '127.0.0.1')]).toEqual([3, 3]);
});
