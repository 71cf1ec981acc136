import type { Language } from '@tradepost/contracts/values/language';
import { ar } from './ar';
import { de } from './de';
import { es } from './es';
import { fr } from './fr';
import { handoverTexts } from './handover';
import { ro } from './ro';

/** The translation of each English text; both are Handlebars templates with the same values. */
export const mailCatalogues: Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>> = {
  de: { ...de, ...handoverTexts.de },
  fr: { ...fr, ...handoverTexts.fr },
  es: { ...es, ...handoverTexts.es },
  ro: { ...ro, ...handoverTexts.ro },
  ar: { ...ar, ...handoverTexts.ar },
};

export type Translate = (text: string) => string;

/** Translates texts of mails; one without a translation stays English. */
export const textsIn =
  (language: Language): Translate =>
  (text) =>
    language === 'en' ? text : (mailCatalogues[language][text] ?? text);
