import { fill } from './message';

jest.mock('./language', () => ({ direction: 'rtl' }));

it('isolates Latin words, so that text next to them keeps its position', () => {
  const rules = new Intl.PluralRules('ar');
  expect(fill('{name} ({count})', { name: 'Ann Ltd.', count: 3 }, rules)).toBe('\u2068Ann Ltd.\u2069 (3)');
  expect(fill('{name}', { name: 'آن' }, rules)).toBe('آن');
});
