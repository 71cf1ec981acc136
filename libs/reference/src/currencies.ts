export interface Currency {
  /** ISO 4217 alphabetic code. */
  code: string;
  /** English name of the running platform's CLDR, or the code where the platform does not know it yet. */
  name: string;
  /** Narrow symbol ($ for every dollar), or the code where there is none. */
  symbol: string;
}

/**
 * Active ISO 4217 currencies, without fund, metal and test codes (XDR, XAU, XTS...) and without withdrawn
 * ones (HRK, BGN, ANG, CUC, SLL, ZWL...). Named here because `Intl.supportedValuesOf('currency')` differs
 * between engines, some listing every historic currency, and browser and server must accept the same codes.
 */
const codes = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
  CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
  HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL
  MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
  RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD
  TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`
  .trim()
  .split(/\s+/);

const english = new Intl.DisplayNames('en', { type: 'currency' });

function narrowSymbol(currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Every currency a dataset may be priced in, sorted by code. */
export const currencies: readonly Currency[] = codes.map((code) => ({
  code,
  name: english.of(code) ?? code,
  symbol: narrowSymbol(code),
}));

const byCode = new Map(currencies.map((currency) => [currency.code, currency]));

/** The currency of an upper-case ISO code, or undefined. */
export const currencyByCode = (code: string): Currency | undefined => byCode.get(code);

const pick = (...wanted: string[]): readonly Currency[] => wanted.flatMap((code) => byCode.get(code) ?? []);

/** The currencies the company verification form displays by name; a new row there starts with the first. */
export const kycCurrencies = pick('EUR', 'USD', 'GBP', 'PLN', 'RON');

/** Currency a new file starts with. */
export const defaultFileCurrency = 'USD';
