import { directionOf, isLanguage, languageOf, type Language } from '@tradepost/contracts/values/language';

const key = 'language';
// workers have no storage, and unit tests no browser
const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(key);

/** The language of this page: the chosen one, else the browser's. It stays the same until the page is loaded again. */
export const language: Language = isLanguage(stored)
  ? stored
  : languageOf(typeof navigator === 'undefined' ? [] : navigator.languages);

export const direction = directionOf(language);

/** For dates and numbers: every language with the digits 0 to 9, which codes and amounts have too. */
export const locale = `${language}-u-nu-latn`;

const beforeReload = new Set<() => void>();

/** Runs `store` before the page is loaded again in another language. Returns how to stop that. */
export function onLanguageChange(store: () => void): () => void {
  beforeReload.add(store);
  return () => void beforeReload.delete(store);
}

/** Keeps the language in this browser, and loads the page again if it has another one. */
export function showIn(chosen: Language) {
  localStorage.setItem(key, chosen);
  if (chosen === language) return;
  beforeReload.forEach((store) => store());
  location.reload();
}
