import { Link } from 'react-router-dom';
import { useScheme } from '../theme/scheme';
import { language } from '../../i18n/language';
import { t } from '../../i18n/t';
import styles from './product-view.module.css';

/** What the product does, each with the page that says more. */
const proofs = [
  {
    title: t('Encrypted in your browser'),
    text: t('End-to-end encrypted files open only for you and the partners you send them to.'),
    to: '/privacy',
    more: t('Who can read your files'),
  },
  {
    title: t('Every transfer on record'),
    text: t('Who requested, accepted and downloaded which files, and when: with hashes, for both companies.'),
    to: '/terms',
    more: t('What is recorded'),
  },
  {
    title: t('Companies you can check'),
    text: t('Verified companies have a registration that the operator has reviewed and approved.'),
    to: '/help',
    more: t('What the marks mean'),
  },
];

/** Next to the forms of guests on wide screens: the product as it is (`npm run pictures`), and three proofs. */
export function ProductView() {
  const picture = `/product-view/${language}-${useScheme()}.webp`;
  return (
    <aside className={styles.side} aria-label={t('About this product')}>
      {/* not loaded where it is not shown */}
      <img
        src={picture}
        alt={t('The page of a transfer: its sender, the time left, and files to view and download')}
        width={760}
        height={620}
        loading="lazy"
        className={styles.picture}
      />
      <ul className={styles.proofs}>
        {proofs.map(({ title, text, to, more }) => (
          <li key={to}>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.text}>{text}</p>
            <Link to={to} className={styles.more}>
              {more}
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}
