import { isReviewed, languageNames, languages, type Language } from '@tradepost/contracts/values/language';
import { language } from './language';
import { t } from './t';
import styles from './language-select.module.css';

/** The browser's own select, which needs no further script on the first page. */
export function LanguageSelect({ onChoose }: { onChoose: (language: Language) => unknown }) {
  return (
    <select
      aria-label={t('Language')}
      title={isReviewed(language) ? undefined : t('Machine translation, not reviewed yet')}
      className={styles.select}
      value={language}
      onChange={({ target }) => onChoose(target.value as Language)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  );
}
