import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link, useLocation } from 'react-router-dom';
import type { FromList } from '../list/row-link';
import styles from './back-link.module.css';

interface BackLinkProps {
  /** The list, where the person did not come from it. */
  to: string;
  children: string;
}

/** Leads from the page of a row back to its list, with the search and filters that it had. */
export function BackLink({ to, children }: BackLinkProps) {
  const from = useLocation().state as FromList | null;
  return (
    <Link to={from?.list ?? to} className={styles.back}>
      <ArrowLeftOutlined aria-hidden /> {children}
    </Link>
  );
}
