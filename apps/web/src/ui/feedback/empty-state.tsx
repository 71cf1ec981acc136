import { Empty, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** One next step. */
  action?: ReactNode;
}

/** An empty list. 'None yet' and 'no match' need different texts. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      className={styles.empty}
      description={
        <Flex vertical gap={4}>
          <Typography.Text strong>{title}</Typography.Text>
          {text && <Typography.Text type="secondary">{text}</Typography.Text>}
        </Flex>
      }
    >
      {action}
    </Empty>
  );
}
