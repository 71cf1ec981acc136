import { useEffect, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Scheme } from './theme';

/** Also read by public/start.js before the first paint. */
const key = 'theme';
const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

const stored = localStorage.getItem(key);
const useChosen = create<{ chosen: Scheme | null }>(() => ({
  chosen: stored === 'dark' || stored === 'light' ? stored : null,
}));

const useMedia = (query: MediaQueryList) =>
  useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );

/** The chosen scheme, or the system's while nothing is chosen. */
export function useScheme(): Scheme {
  const system = useMedia(darkSystem) ? 'dark' : 'light';
  const scheme = useChosen(({ chosen }) => chosen) ?? system;
  useEffect(() => {
    document.documentElement.dataset.theme = scheme;
  }, [scheme]);
  return scheme;
}

export const useReducedMotion = () => useMedia(reducedMotion);

export function chooseScheme(chosen: Scheme) {
  localStorage.setItem(key, chosen);
  useChosen.setState({ chosen });
}
