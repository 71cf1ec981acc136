import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import { language } from './language';

type Texts = [{ default: Locale }, unknown];

const loadDayjs = async () => (await import('dayjs')).default;

/** The texts of antd's parts and of dayjs; the English ones are built in. */
const loaders: Partial<Record<typeof language, () => Promise<Texts>>> = {
  de: () => Promise.all([import('antd/locale/de_DE'), import('dayjs/locale/de')]),
  ar: () => Promise.all([import('antd/locale/ar_EG'), import('dayjs/locale/ar')]),
};

/** Null in English and until they are loaded. */
export function useComponentTexts(): Locale | null {
  const [texts, setTexts] = useState<Locale | null>(null);
  useEffect(() => {
    const load = loaders[language];
    if (!load) return;
    void Promise.all([loadDayjs(), load()]).then(
      ([dayjs, [{ default: loaded }]]) => {
        dayjs.locale(language);
        setTexts(loaded);
      },
      // the next page tries again; English is better than no page
      () => undefined,
    );
  }, []);
  return texts;
}
