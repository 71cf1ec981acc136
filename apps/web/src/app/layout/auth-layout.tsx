import { Flex } from 'antd';
import { Outlet } from 'react-router-dom';
import { ThemeToggle } from '../theme/theme-toggle';
import { Brand } from './brand';
import { SiteFooter } from './site-footer';
import { TradeDrawing } from './trade-drawing';
import styles from './auth-layout.module.css';

/** Two halves: the form, and a drawing on wide screens. */
export function AuthLayout() {
  return (
    <Flex className={styles.page}>
      <Flex vertical flex={1} className={styles.side}>
        <Flex justify="space-between" align="center">
          <Brand />
          <ThemeToggle />
        </Flex>
        <Flex component="main" flex={1} align="center" justify="center" className={styles.main}>
          <div className={styles.form}>
            <Outlet />
          </div>
        </Flex>
        <SiteFooter />
      </Flex>
      <div className={styles.drawing}>
        <TradeDrawing />
      </div>
    </Flex>
  );
}
