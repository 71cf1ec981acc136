import { language } from '../language';
import { catalogue } from './log-catalogue';
import { fill, type Values } from '../message';
import { sentenceFinder } from '../sentence-finder';
import { t } from '../t';
import { logSentences } from './sentences';

const rules = new Intl.PluralRules(language);
const text = (english: string, values: Values = {}) => fill(catalogue[english] ?? english, values, rules);

const moreOf = /^(.+) and (\d+) more (files|folders|addresses)$/s;
/** Names may contain "and" too: it separates two names only after the end of a file name or an address. */
const lastOf = /^(.*(?:\.\w{1,5}|@\S+)) and (.+)$/s;

function listText(list: string): string {
  const [, names, count, things] = moreOf.exec(list) ?? [];
  if (names) return text(`{names} and {count} more ${things}`, { names, count });
  const [, before, last] = lastOf.exec(list) ?? [];
  return before ? text('{names} and {last}', { names: before, last }) : list;
}

function filesText(files: string): string {
  const from = files.lastIndexOf(' from ');
  if (from < 0) return listText(files);
  return text('{files} from {folders}', {
    files: listText(files.slice(0, from)),
    folders: listText(files.slice(from + ' from '.length)),
  });
}

const rolesText = (roles: string) =>
  roles
    .split(', ')
    .map((role) => text(role))
    .join(', ');

const sealing = ', with a sealing key';
const scopesText = (scopes: string) =>
  scopes.endsWith(sealing)
    ? text('{scopes}, with a sealing key', { scopes: scopes.slice(0, -sealing.length) })
    : scopes;

/** Values that are words of the product, not names. */
const shown: Partial<Record<string, (value: string) => string>> = {
  who: (who) => (who === 'The system' ? text(who) : who),
  places: (places) => (places === 'anywhere' ? text(places) : listText(places)),
  addresses: listText,
  files: filesText,
  roles: rolesText,
  before: rolesText,
  scopes: scopesText,
  status: t,
  document: t,
};

const find = sentenceFinder(logSentences);
const byKey = /^(.+), by key ([^,]+)$/s;

/** A sentence of the log, which is in English, in the language of the page. One that is not known stays English. */
export function logText(message: string): string {
  if (language === 'en') return message;
  const [, said, key] = byKey.exec(message) ?? [];
  if (said) return text('{sentence}, by key {key}', { sentence: logText(said), key });
  const found = find(message);
  if (!found) return message;
  const values = Object.entries(found.values).map(([name, value]) => [name, shown[name]?.(value) ?? value]);
  return text(found.message, Object.fromEntries(values) as Values);
}
