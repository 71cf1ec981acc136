import { totalsOf } from './totals';

test('values are added for each currency, to the cent', () => {
  expect(
    totalsOf([
      { totalAmount: '1000.10', currency: 'EUR' },
      { totalAmount: '249.9', currency: 'EUR' },
      { totalAmount: '90071992547409.93', currency: 'USD' },
    ]),
  ).toEqual(['1,250.00 EUR', '90,071,992,547,409.93 USD']);
});
