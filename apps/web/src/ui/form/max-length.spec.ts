import { routes } from '@tradepost/contracts/routes';
import { maxLengthOf } from './max-length';

it.each([
  ['describeFolder', 'licence', 4000],
  ['renameFolder', 'name', 255],
  // depends on another field
  ['decideKycCase', 'reason', 2000],
] as const)('is the number of the contract: %s, %s', (route, field, max) =>
  expect(maxLengthOf(routes[route], field)).toBe(max),
);

it('is not made up for a field without one', () =>
  expect(() => maxLengthOf(routes.savePartnerNote, 'other')).toThrow());
