import { currencies, currencyByCode, defaultFileCurrency, kycCurrencies } from './currencies';

describe('currencies', () => {
  it('are more than 150, sorted by code, all known to this platform', () => {
    const codes = currencies.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(150);
    expect(codes).toEqual([...codes].sort());
    expect(Intl.supportedValuesOf('currency')).toEqual(expect.arrayContaining(codes));
  });

  it('each have a code once, a name and a symbol', () => {
    expect(new Set(currencies.map(({ code }) => code)).size).toBe(currencies.length);
    for (const { code, name, symbol } of currencies) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(name).not.toBe(code);
      expect(symbol).not.toBe('');
    }
  });

  it.each([
    ['USD', 'US Dollar', '$'],
    ['EUR', 'Euro', '€'],
    ['INR', 'Indian Rupee', '₹'],
    ['PLN', 'Polish Zloty', 'zł'],
    ['AED', 'United Arab Emirates Dirham', 'AED'],
  ])('name %s as %s (%s)', (code, name, symbol) => expect(currencyByCode(code)).toEqual({ code, name, symbol }));

  it.each(['XTS', 'XAU', 'XDR', 'HRK', 'ZWL', 'usd', ''])('do not include %j', (code) => {
    expect(currencyByCode(code)).toBeUndefined();
  });

  it('offer the nine trading currencies in order', () => {});

  it('offer the five of company verification, the euro first', () => {
    expect(kycCurrencies.map(({ code, symbol }) => `${code} ${symbol}`)).toEqual([
      'EUR €',
      'USD $',
      'GBP £',
      'PLN zł',
      'RON lei',
    ]);
  });

  it('start a file with one of them', () => expect(currencyByCode(defaultFileCurrency)?.code).toBe('USD'));
});
