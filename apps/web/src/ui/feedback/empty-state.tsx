import { Empty, Flex } from 'antd';
import type { ReactNode } from 'react';
import { Text } from '../text/text';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** One next step. */
  action?: ReactNode;
  /** One of several parts of a page: without the picture. */
  isPart?: boolean;
}

/** An empty list. 'None yet' and 'no match' need different texts. */
export function EmptyState({ title, text, action, isPart = false }: EmptyStateProps) {
  const description = (
    <Flex vertical gap={4}>
      <Text strong>{title}</Text>
      {text && <Text type="secondary">{text}</Text>}
    </Flex>
  );
  if (isPart)
    return (
      <Flex gap="12px 16px" wrap align="center" justify="space-between" className={styles.part}>
        {description}
        {action}
      </Flex>
    );
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} className={styles.empty} description={description}>
      {action}
    </Empty>
  );
}
