import { direction } from './language';

export type Values = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Latin words in a line from right to left: without isolation, digits and signs next to them would change their place. A value with words of the
 * page's language too, such as a list, runs from right to left like the page.
 */
function isolated(value: string): string {
  if (direction !== 'rtl' || !/\p{Script=Latin}/u.test(value)) return value;
  return `${/\p{Script=Arabic}/u.test(value) ? '\u2067' : '\u2068'}${value}\u2069`;
}

const argument = /^\s*(\w+)\s*(?:,\s*plural\s*,(.*))?$/s;
const choice = /(=\d+|\w+)\s*\{/y;

/** Index of the brace that closes the one at `open`. */
function closing(message: string, open: number): number {
  let depth = 0;
  for (let i = open; i < message.length; i++) {
    if (message[i] === '{') depth += 1;
    if (message[i] === '}' && --depth === 0) return i;
  }
  throw new Error(`A brace is not closed in "${message}"`);
}

function choicesOf(text: string): Map<string, string> {
  const choices = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    choice.lastIndex = at;
    const [start, name] = choice.exec(text) ?? [];
    if (!start || !name) {
      at += 1;
      continue;
    }
    const end = closing(text, at + start.length - 1);
    choices.set(name, text.slice(at + start.length, end));
    at = end + 1;
  }
  return choices;
}

/**
 * Fills an ICU message. It supports only the two forms that the texts use, `{name}` and `{count, plural, one {# file} other {# files}}`:
 * parsers of the whole format are ten times as large. The spec of the catalogues parses every message with such a parser.
 */
export function fill(message: string, values: Values, rules: Intl.PluralRules, number?: string): string {
  let filled = '';
  for (let i = 0; i < message.length; i++) {
    const sign = message[i]!;
    if (sign !== '{') {
      filled += sign === '#' && number !== undefined ? number : sign;
      continue;
    }
    const end = closing(message, i);
    filled += valueOf(message.slice(i + 1, end), values, rules);
    i = end;
  }
  return filled;
}

function valueOf(inner: string, values: Values, rules: Intl.PluralRules): string {
  const [, name = '', cases] = argument.exec(inner) ?? [];
  const value = String(values[name] ?? '');
  if (cases === undefined) return isolated(value);
  const choices = choicesOf(cases);
  const chosen = choices.get(`=${value}`) ?? choices.get(rules.select(Number(value))) ?? choices.get('other') ?? '';
  return fill(chosen, values, rules, value);
}
