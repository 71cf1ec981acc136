// cspell:ignore Français Español Română العربية
/** The languages of screens and mails, each with its own name. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ro: 'Română',
  ar: 'العربية',
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as Language[];

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languageNames, value);

/** The first supported language of a list of BCP 47 tags, the preferred one first. */
export const languageOf = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';

/** Whether a person has reviewed the translation. Others are marked as machine translations. */
export const isReviewed = (language: Language): boolean => language === 'en';

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
