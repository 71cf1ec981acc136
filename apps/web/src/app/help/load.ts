import { language } from '../../i18n/language';
import { withAllStyles } from '../../ui/layout/all-styles';
import type { HelpTexts } from './topic';

const english = () => import('./texts/en.json');

const loaders: Record<typeof language, () => Promise<{ default: HelpTexts }>> = {
  en: english,
  de: () => import('./texts/de.json'),
  fr: () => import('./texts/fr.json'),
  es: () => import('./texts/es.json'),
  ro: () => import('./texts/ro.json'),
  ar: () => import('./texts/ar.json'),
};

/** The panel and the texts in the language of the page. */
export async function loadHelp() {
  const [{ HelpPanel }, { default: texts }] = await Promise.all([
    withAllStyles(import('./help-panel')),
    loaders[language](),
  ]);
  return { HelpPanel, texts };
}
