import type { SitePage } from '@tradepost/contracts/site';
import { Link } from 'react-router-dom';
import styles from './site-footer.module.css';

const links: { page: SitePage; label: string }[] = [
  { page: 'terms', label: 'Terms' },
  { page: 'privacy', label: 'Privacy' },
  { page: 'help', label: 'Help' },
  { page: 'status', label: 'Status' },
];

/** Links to the pages of the operator, at the foot of every screen. */
export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <nav aria-label="About this site">
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
