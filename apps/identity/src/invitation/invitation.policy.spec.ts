import { outcomeOf } from './invitation.policy';

it.each([
  ['partner@example.com', undefined, 'invited'],
  ['partner@example.com', 'ended', 'invited'],
  ['partner@example.com', 'pending', 'already-invited'],
  ['partner@example.com', 'accepted', 'already-invited'],
  ['ANN@Example.com', undefined, 'own-address'],
  ['not an address', undefined, 'invalid'],
  ['', undefined, 'invalid'],
  [`${'a'.repeat(250)}@example.com`, undefined, 'invalid'],
] as const)('inviting %s with a previous invitation %s: %s', (email, known, outcome) =>
  expect(outcomeOf(email, 'ann@example.com', known)).toBe(outcome),
);
