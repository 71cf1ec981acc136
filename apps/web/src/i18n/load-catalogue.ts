import { language } from './language';

/** The translation of each English text. */
export type Catalogue = Readonly<Record<string, string>>;

export type CatalogueLoaders = Record<Exclude<typeof language, 'en'>, () => Promise<{ default: Catalogue }>>;

/** The English texts, which are the keys, are shown when the catalogue cannot be loaded. */
export async function loadCatalogue(loaders: CatalogueLoaders): Promise<Catalogue> {
  if (language === 'en') return {};
  try {
    return (await loaders[language]()).default;
  } catch {
    return {};
  }
}
