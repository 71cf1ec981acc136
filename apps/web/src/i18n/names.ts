import { countryByName } from '@tradepost/reference/countries';
import { currencyByCode } from '@tradepost/reference/currencies';
import { language } from './language';

const [regions, currencies] = (['region', 'currency'] as const).map(
  (type) => new Intl.DisplayNames(language, { type }),
);

/** A country, which is stored by its English name, in the language of the page. */
export function countryName(english: string): string {
  const country = language === 'en' ? undefined : countryByName(english);
  return (country && regions!.of(country.code)) ?? english;
}

const currencyName = (code: string): string =>
  (language === 'en' ? currencyByCode(code)?.name : currencies!.of(code)) ?? code;

/** A currency with its code first, as amounts have it: `EUR · Euro`, `EUR € · Euro`. @param symbol the code for a currency without one */
export const currencyLabel = (code: string, symbol = code): string =>
  `${symbol === code ? code : `${code} ${symbol}`} · ${currencyName(code)}`;
