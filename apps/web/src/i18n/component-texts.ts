import type { Locale } from 'antd/es/locale';
import english from 'antd/es/locale/en_US';
import { useEffect, useState } from 'react';
import { language } from './language';
import { t } from './t';

type Texts = [{ default: Locale }, unknown];

const loadDayjs = async () => (await import('dayjs')).default;

/** The texts of antd's parts and of dayjs; the English ones are built in. */
const loaders: Partial<Record<typeof language, () => Promise<Texts>>> = {
  de: () => Promise.all([import('antd/es/locale/de_DE'), import('dayjs/locale/de')]),
  fr: () => Promise.all([import('antd/es/locale/fr_FR'), import('dayjs/locale/fr')]),
  es: () => Promise.all([import('antd/es/locale/es_ES'), import('dayjs/locale/es')]),
  ro: () => Promise.all([import('antd/es/locale/ro_RO'), import('dayjs/locale/ro')]),
  ar: () => Promise.all([import('antd/es/locale/ar_EG'), import('dayjs/locale/ar')]),
};

/** The name of the button that unfolds a text, which is what it shows. */
const withNames = (texts: Locale): Locale => ({ ...texts, Text: { ...texts.Text, expand: t('Show more') } });

/** English until those of the language are loaded. There is always one: with the first one, antd would mount the page again. */
export function useComponentTexts(): Locale {
  const [texts, setTexts] = useState<Locale>(() => withNames(english));
  useEffect(() => {
    const load = loaders[language];
    if (!load) return;
    void Promise.all([loadDayjs(), load()]).then(
      ([dayjs, [{ default: loaded }]]) => {
        dayjs.locale(language);
        setTexts(withNames(loaded));
      },
      // the next page tries again; English is better than no page
      () => undefined,
    );
  }, []);
  return texts;
}
