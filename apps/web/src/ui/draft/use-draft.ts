import { useEffect, useRef, useState } from 'react';
import { onLanguageChange } from '../../i18n/language';
import { draftsKey } from '../../session/drafts';

const stored = (): Record<string, object | undefined> =>
  JSON.parse(sessionStorage.getItem(draftsKey) ?? '{}') as Record<string, object | undefined>;

/** @param typed absent: the draft is forgotten */
function store(name: string, typed?: object): void {
  const { [name]: _, ...others } = stored();
  const drafts = typed ? { ...others, [name]: typed } : others;
  if (Object.keys(drafts).length === 0) sessionStorage.removeItem(draftsKey);
  else sessionStorage.setItem(draftsKey, JSON.stringify(drafts));
}

/**
 * What was typed before the page was loaded again. It is stored in the tab only for this reload: never pass a secret.
 * @param typed what is typed by then
 * @param always after every reload of the page, not only for another language
 */
export function useDraft<T extends object>(name: string, typed: () => T, always = false): Partial<T> {
  // one that another version of the page stored may lack fields
  const [draft] = useState(() => (stored()[name] ?? {}) as Partial<T>);
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const remember = () => store(name, latest.current());
    const forget = () => store(name);
    forget();
    if (!always) return onLanguageChange(remember);
    addEventListener('pagehide', remember);
    // the browser may show the same page again, with what was typed
    addEventListener('pageshow', forget);
    return () => {
      removeEventListener('pagehide', remember);
      removeEventListener('pageshow', forget);
    };
  }, [name, always]);
  return draft;
}
