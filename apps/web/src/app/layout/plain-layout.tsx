import { Flex } from 'antd';
import { Outlet } from 'react-router-dom';
import { HelpButton } from '../help/help-button';
import { showIn } from '../../i18n/language';
import { LanguageSelect } from '../../i18n/language-select';
import { ThemeToggle } from '../theme/theme-toggle';
import { Brand } from './brand';
import { SiteFooter } from './site-footer';
import styles from './plain-layout.module.css';

/** Only the brand above the content: for the download screen, and for unknown addresses of guests. */
export function PlainLayout() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <Flex gap={4} align="center">
          <LanguageSelect onChoose={showIn} />
          <HelpButton />
          <ThemeToggle />
        </Flex>
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
