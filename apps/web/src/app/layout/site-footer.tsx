import type { SitePage } from '@tradepost/contracts/site';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/t';
import styles from './site-footer.module.css';

const links: { page: SitePage; label: string }[] = [
  { page: 'terms', label: t('Terms') },
  { page: 'privacy', label: t('Privacy') },
  { page: 'help', label: t('Help') },
  { page: 'status', label: t('Status') },
];

/** Links to the pages of the operator, at the foot of every screen. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('About this site')}>
        <ul className={styles.links}>
          {links.map(({ page, label }) => (
            <li key={page}>
              <Link to={`/${page}`}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
