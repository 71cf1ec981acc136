import { changeTerms, defaultTerms, prefilled, totalOf } from './terms';

const profile = { rows: 500, columns: [] };

test('a total is exact to the cent', () => {
  expect(totalOf('0.1', '3')).toBe('0.30');
  expect(totalOf('0.005', '1')).toBe('0.01');
  expect(totalOf('1234567.89', '1000000')).toBe('1234567890000.00');
  expect(totalOf('', '')).toBe('0.00');
});

test('the total follows rate and records until it is entered manually', () => {
  const followed = changeTerms(changeTerms(defaultTerms, { price: '0.50' }), { numberOfRecords: '10' });
  expect(followed.totalAmount).toBe('5.00');
  const typed = changeTerms(followed, { totalAmount: '4.00' });
  expect(changeTerms(typed, { numberOfRecords: '20' }).totalAmount).toBe('4.00');
});

test('the next file starts with the previous terms and its own rows', () => {
  const previous = changeTerms(
    { ...defaultTerms, category: 'Trade', price: '0.10', numberOfRecords: '3' },
    { totalAmount: '9.00' },
  );
  expect(prefilled(previous, profile, false)).toMatchObject({
    category: 'Trade',
    numberOfRecords: '500',
    totalAmount: '50.00',
  });
  expect(prefilled(previous, null, true)).toEqual(previous);
  expect(prefilled(previous, null, false)).toEqual({
    ...previous,
    numberOfRecords: '0',
    totalAmount: '0.00',
    ownTotal: false,
  });
});
