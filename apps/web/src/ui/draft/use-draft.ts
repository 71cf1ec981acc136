import { useEffect, useRef, useState } from 'react';
import { onLanguageChange } from '../../i18n/language';
import { drafts } from '../../session/drafts';

/**
 * What was typed before the page was loaded again. It is stored in the tab only for this reload: never pass a secret.
 * @param typed what is typed by then
 * @param always after every reload of the page, not only for another language
 */
export function useDraft<T extends object>(name: string, typed: () => T, always = false): Partial<T> {
  const [draft] = useState(() => drafts.read<T>(name));
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const store = () => drafts.write(name, latest.current());
    const forget = () => drafts.clear(name);
    forget();
    if (!always) return onLanguageChange(store);
    addEventListener('pagehide', store);
    // the browser may show the same page again, with what was typed
    addEventListener('pageshow', forget);
    return () => {
      removeEventListener('pagehide', store);
      removeEventListener('pageshow', forget);
    };
  }, [name, always]);
  return draft;
}
