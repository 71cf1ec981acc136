import { useEffect } from 'react';
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

const readSystem = () =>
  ({ scheme: darkSystem.matches ? 'dark' : 'light', reducesMotion: reducedMotion.matches }) as const;
/** One listener for all parts of the page: with one for each, a part that is rendered during the event could miss it and stay light in the dark. */
const useSystem = create<ReturnType<typeof readSystem>>(readSystem);
for (const query of [darkSystem, reducedMotion])
  query.addEventListener('change', () => useSystem.setState(readSystem()));

/** The chosen scheme, or the system's while nothing is chosen. */
export function useScheme(): Scheme {
  const system = useSystem(({ scheme }) => scheme);
  const scheme = useChosen(({ chosen }) => chosen) ?? system;
  useEffect(() => {
    document.documentElement.dataset.theme = scheme;
  }, [scheme]);
  return scheme;
}

export const useReducedMotion = () => useSystem(({ reducesMotion }) => reducesMotion);

export function chooseScheme(chosen: Scheme) {
  localStorage.setItem(key, chosen);
  useChosen.setState({ chosen });
}
