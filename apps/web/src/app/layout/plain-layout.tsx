import { Outlet } from 'react-router-dom';
import { ThemeToggle } from '../theme/theme-toggle';
import { Brand } from './brand';
import { SiteFooter } from './site-footer';
import styles from './plain-layout.module.css';

/** Only the brand above the content: for the download screen and unknown addresses. */
export function PlainLayout() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <ThemeToggle />
      </header>
      <main className={styles.content}>
        <Outlet />
      </main>
      <div className={styles.footer}>
        <SiteFooter />
      </div>
    </div>
  );
}
