import { Empty, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** One way on. */
  action?: ReactNode;
}

/** Nothing here, in one sentence; 'none yet' and 'no match' are different sentences. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      style={{ padding: '24px 16px' }}
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
