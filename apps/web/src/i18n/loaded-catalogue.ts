import { loadCatalogue } from './load-catalogue';

// awaited here, so that every module that has texts runs after its catalogue was loaded
export const catalogue = await loadCatalogue({
  de: () => import('./texts/de.json'),
  fr: () => import('./texts/fr.json'),
  es: () => import('./texts/es.json'),
  ro: () => import('./texts/ro.json'),
  ar: () => import('./texts/ar.json'),
});
