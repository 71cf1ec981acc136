import type { ReactNode } from 'react';
import layout from './layout.module.css';
import styles from './auth-heading.module.css';

/** Title and tagline above a form of `AuthLayout`. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.heading}>
      <h1 className={`${layout.title} ${styles.title}`}>{title}</h1>
      {children && <p className={`${layout.secondary} ${styles.subtitle}`}>{children}</p>}
    </header>
  );
}
