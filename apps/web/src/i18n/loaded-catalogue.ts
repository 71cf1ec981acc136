import { language } from './language';

/** The translation of each English text. */
export type Catalogue = Readonly<Record<string, string>>;

const loaders: Partial<Record<typeof language, () => Promise<{ default: Catalogue }>>> = {
  de: () => import('./texts/de.json'),
  fr: () => import('./texts/fr.json'),
  es: () => import('./texts/es.json'),
  ro: () => import('./texts/ro.json'),
  ar: () => import('./texts/ar.json'),
};

/** The English texts, which are the keys, are shown when the catalogue cannot be loaded. */
const load = async (): Promise<Catalogue> => {
  try {
    return (await loaders[language]?.())?.default ?? {};
  } catch {
    return {};
  }
};

// awaited here, so that every module that has texts runs after its catalogue was loaded
export const catalogue = await load();
