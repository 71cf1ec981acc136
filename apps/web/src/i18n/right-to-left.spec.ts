import { fill } from './message';

jest.mock('./language', () => ({ direction: 'rtl' }));

it('isolates Latin words, so that text next to them keeps its position', () => {
  const rules = new Intl.PluralRules('ar');
  expect(fill('{name} ({count})', { name: 'Ann Ltd.', count: 3 }, rules)).toBe('\u2068Ann Ltd.\u2069 (3)');
  expect(fill('{name}', { name: 'آن' }, rules)).toBe('آن');
  expect(fill('{names}', { names: 'a.csv وb.csv' }, rules)).toBe('\u2067a.csv وb.csv\u2069');
});
