import { loadCatalogue } from '../load-catalogue';

// loaded only by screens that show the log
export const catalogue = await loadCatalogue({
  de: () => import('../texts/log/de.json'),
  fr: () => import('../texts/log/fr.json'),
  es: () => import('../texts/log/es.json'),
  ro: () => import('../texts/log/ro.json'),
  ar: () => import('../texts/log/ar.json'),
});
