import { totalValueText } from './total-value-text';
import { formatMoney, recordedTotals, totalsOf } from './totals';

test('values are added for each currency, to the cent', () => {
  expect(
    totalsOf([
      { totalAmount: '1000.10', currency: 'EUR' },
      { totalAmount: '249.9', currency: 'EUR' },
      { totalAmount: '90071992547409.93', currency: 'USD' },
    ]),
  ).toEqual(['1,250.00 EUR', '90,071,992,547,409.93 USD']);
});

test('amounts have separators and two decimals', () => {
  expect(formatMoney('1234567.5', 'USD')).toBe('1,234,567.50 USD');
  expect(formatMoney('0', 'EUR')).toBe('0.00 EUR');
});

test('a total is stated only when the terms of every file are known', () => {
  const terms = { category: 'Personal', currency: 'EUR', price: '0.10', records: 5, totalAmount: '0.50' };
  expect(recordedTotals([{ terms }, { terms: { ...terms, currency: 'USD' } }])).toEqual(['0.50 EUR', '0.50 USD']);
  expect(recordedTotals([{ terms }, { terms: null }])).toBeNull();
  expect(recordedTotals([])).toBeNull();
});

test('a total in a text breaks between two amounts, not within one', () => {
  const files = [
    { totalAmount: '0.50', currency: 'EUR' },
    { totalAmount: '1000', currency: 'USD' },
  ];
  expect(totalValueText(files)).toBe('Total value: 0.50\u00a0EUR and 1,000.00\u00a0USD');
});
