import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { Text } from '../text/text';
import layout from './layout.module.css';
import styles from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <Flex justify="space-between" align="flex-end" wrap className={`${styles.header} ${layout.marginBottom24}`}>
      <div className={styles.text}>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && (
          <Text type="secondary" className={`${styles.subtitle} ${layout.block} ${layout.marginTop4}`}>
            {subtitle}
          </Text>
        )}
      </div>
      {actions && (
        <Flex gap={8} align="center" wrap className={styles.actions}>
          {actions}
        </Flex>
      )}
    </Flex>
  );
}
