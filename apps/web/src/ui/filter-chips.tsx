import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';

export interface Chip {
  key: string;
  text: string;
  onRemove: () => void;
}

/** The filters that are on, each with the way to take it off. */
export function FilterChips({ chips, children }: { chips: Chip[]; children?: ReactNode }) {
  if (chips.length === 0) return null;
  return (
    <Flex gap={8} wrap align="center" role="group" aria-label="Active filters" style={{ padding: '0 16px 12px' }}>
      {chips.map(({ key, text, onRemove }) => (
        <Button
          key={key}
          size="small"
          shape="round"
          icon={<CloseOutlined />}
          iconPlacement="end"
          aria-label={`Remove filter ${text}`}
          onClick={onRemove}
        >
          {text}
        </Button>
      ))}
      {children}
    </Flex>
  );
}
