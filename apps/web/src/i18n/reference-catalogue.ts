import { loadCatalogue } from './load-catalogue';

// loaded only by screens that show names of industries or data categories
export const catalogue = await loadCatalogue({
  de: () => import('./texts/reference/de.json'),
  fr: () => import('./texts/reference/fr.json'),
  es: () => import('./texts/reference/es.json'),
  ro: () => import('./texts/reference/ro.json'),
  ar: () => import('./texts/reference/ar.json'),
});
