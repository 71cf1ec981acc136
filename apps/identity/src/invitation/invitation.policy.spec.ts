import { isVisibleTo, outcomeOf } from './invitation.policy';

it.each([
  ['partner@example.com', undefined, 'invited'],
  ['partner@example.com', 'ended', 'invited'],
  ['partner@example.com', 'pending', 'already-invited'],
  ['partner@example.com', 'accepted', 'already-invited'],
  ['ANN@Example.com', undefined, 'own-address'],
  ['not an address', undefined, 'invalid'],
  ['', undefined, 'invalid'],
  [`${'a'.repeat(250)}@example.com`, undefined, 'invalid'],
  [`${'a'.repeat(65)}@example.com`, undefined, 'invalid'],
  ['a..b@example.com', undefined, 'invalid'],
  ['.ann@example.com', undefined, 'invalid'],
  ['ann@-a.example', undefined, 'invalid'],
  ['ann@[127.0.0.1]', undefined, 'invalid'],
] as const)('inviting %s with a previous invitation %s: %s', (email, known, outcome) =>
  expect(outcomeOf(email, 'ann@example.com', known)).toBe(outcome),
);

it.each([
  ['inviter', 'ended', true],
  ['inviter', 'declined', true],
  ['invited', 'pending', true],
  ['invited', 'accepted', true],
  ['invited', 'withdrawn', false],
  ['invited', 'ended', false],
] as const)('the %s sees an invitation that is %s: %s', (side, status, visible) =>
  expect(isVisibleTo(side, status)).toBe(visible),
);
