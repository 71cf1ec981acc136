import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t';
import styles from './filter-chips.module.css';

export interface Chip {
  key: string;
  text: string;
  onRemove: () => void;
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ chips, children }: { chips: Chip[]; children?: ReactNode }) {
  if (chips.length === 0) return null;
  return (
    <Flex gap={8} wrap align="center" role="group" aria-label={t('Active filters')} className={styles.chips}>
      {chips.map(({ key, text, onRemove }) => (
        <Button
          key={key}
          size="small"
          shape="round"
          icon={<CloseOutlined aria-hidden />}
          iconPlacement="end"
          aria-label={t('Remove filter {text}', { text })}
          onClick={onRemove}
        >
          {text}
        </Button>
      ))}
      {children}
    </Flex>
  );
}
