import { Flex } from 'antd';
import { Outlet } from 'react-router-dom';
import { showIn } from '../../i18n/language';
import { LanguageSelect } from '../../i18n/language-select';
import { ThemeToggle } from '../theme/theme-toggle';
import { Brand } from './brand';
import { TradeDrawing } from './trade-drawing';
import styles from './auth-layout.module.css';

/** Two halves: the form, and a drawing on wide screens. */
export function AuthLayout() {
  return (
    <Flex className={styles.page}>
      <Flex vertical flex={1} className={styles.side}>
        <Flex justify="space-between" align="center">
          <Brand />
          <Flex gap={4} align="center">
            <LanguageSelect onChoose={showIn} />
            <ThemeToggle />
          </Flex>
        </Flex>
        <Flex component="main" flex={1} align="center" justify="center" className={styles.main}>
          <div className={styles.form}>
            <Outlet />
          </div>
        </Flex>
      </Flex>
      <div className={styles.drawing}>
        <TradeDrawing />
      </div>
    </Flex>
  );
}
