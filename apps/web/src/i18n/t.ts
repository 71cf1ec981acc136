import { catalogue } from './loaded-catalogue';
import { language } from './language';
import { fill, type Values } from './message';

const rules = new Intl.PluralRules(language);
const ownName = 'Tradepost';
let product = ownName;

/** The texts name the product as it is called unless the installation has another name. */
export const nameProduct = (name: string) => {
  product = name;
};

export const isTranslated = (text: string) => Object.hasOwn(catalogue, text);

/** The text in the language of the page; without a translation as it is. */
export const translated = (text: string): string => (isTranslated(text) ? catalogue[text]! : text);

export const filled = (message: string, values: Values): string =>
  fill(message.replaceAll(ownName, '{product}'), { ...values, product }, rules);

/**
 * An English text in the language of the page.
 * @param values of an ICU message; a text without them is no message, so its braces stay
 */
export const t = (text: string, values?: Values): string =>
  values ? filled(translated(text), values) : translated(text).replaceAll(ownName, () => product);
