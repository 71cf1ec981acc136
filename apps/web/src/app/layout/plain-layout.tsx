import { Layout } from 'antd';
import { Outlet } from 'react-router-dom';
import { ThemeToggle } from '../theme/theme-toggle';
import { Brand } from './brand';
import styles from './plain-layout.module.css';

/** Only the brand above the content: for the download screen and unknown addresses. */
export function PlainLayout() {
  return (
    <Layout className={styles.page}>
      <Layout.Header className={styles.header}>
        <Brand />
        <ThemeToggle />
      </Layout.Header>
      <Layout.Content className={styles.content}>
        <Outlet />
      </Layout.Content>
    </Layout>
  );
}
