import { currencies } from '@tradepost/reference/currencies';
import { currencyLabel } from '../../i18n/names';

/** Every currency that files may be priced in. */
export const currencyOptions = currencies.map(({ code }) => ({ value: code, label: currencyLabel(code) }));
