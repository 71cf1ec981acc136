import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import layout from '../layout/layout.module.css';
import styles from './row-link.module.css';

/** What a list gives to its links, so that Back returns with its search and filters. */
export interface FromList {
  list: string;
}

/** The name of a row, which opens its page. Its Back returns to the list with its search and filters. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={to} state={{ list: pathname + search } satisfies FromList} className={`${styles.link} ${layout.ownLink}`}>
      {children}
    </Link>
  );
}
