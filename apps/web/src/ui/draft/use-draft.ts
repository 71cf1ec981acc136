import { useEffect, useRef, useState } from 'react';
import { onLanguageChange } from '../../i18n/language';

const keyOf = (name: string) => `draft:${name}`;

/** The stored draft; one that another version of the page stored may lack fields. */
function read<T extends object>(name: string): Partial<T> {
  const stored = sessionStorage.getItem(keyOf(name));
  return stored === null ? {} : (JSON.parse(stored) as Partial<T>);
}

/**
 * What was typed before the page was loaded again in another language. It is stored in the tab only for this reload: never pass a secret.
 * @param typed what is typed by then
 */
export function useDraft<T extends object>(name: string, typed: () => T): Partial<T> {
  const [draft] = useState(() => read<T>(name));
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    sessionStorage.removeItem(keyOf(name));
    return onLanguageChange(() => sessionStorage.setItem(keyOf(name), JSON.stringify(latest.current())));
  }, [name]);
  return draft;
}
