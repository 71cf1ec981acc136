import { catalogue } from './catalogue';
import { language } from './language';
import { fill, type Values } from './message';

const rules = new Intl.PluralRules(language);

/** The text in the language of the page; without a translation as it is. */
export const translated = (text: string): string => (Object.hasOwn(catalogue, text) ? catalogue[text]! : text);

export const filled = (message: string, values: Values): string => fill(message, values, rules);

/**
 * An English text in the language of the page.
 * @param values of an ICU message; a text without them is no message, so its braces stay
 */
export const t = (text: string, values?: Values): string =>
  values ? filled(translated(text), values) : translated(text);
