import { Flex } from 'antd';
import { Outlet } from 'react-router-dom';
import { HelpButton } from '../help/help-button';
import { showIn } from '../../i18n/language';
import { LanguageSelect } from '../../i18n/language-select';
import { ThemeToggle } from '../theme/theme-toggle';
import { Brand } from './brand';
import { ProductView } from './product-view';
import { SiteFooter } from './site-footer';
import styles from './auth-layout.module.css';

/** Two halves: the form, and the product on wide screens. */
export function AuthLayout() {
  return (
    <Flex className={styles.page}>
      <Flex vertical flex={1} className={styles.side}>
        <Flex component="header" justify="space-between" align="center">
          <Brand />
          <Flex gap={4} align="center">
            <LanguageSelect onChoose={showIn} />
            <HelpButton />
            <ThemeToggle />
          </Flex>
        </Flex>
        <Flex component="main" flex={1} align="center" justify="center" className={styles.main}>
          <div className={styles.form}>
            <Outlet />
          </div>
        </Flex>
        <SiteFooter />
      </Flex>
      <ProductView />
    </Flex>
  );
}
