import { CloseOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t';
import styles from './filter-chips.module.css';

interface Chip {
  key: string;
  text: string;
  onRemove: () => void;
}

interface FilterChipsProps {
  /** An empty value in place of a chip is a filter that is not active. */
  chips: (Chip | '' | false)[];
  children?: ReactNode;
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ chips, children }: FilterChipsProps) {
  const active = chips.filter((chip) => chip !== '' && chip !== false);
  if (active.length === 0) return null;
  return (
    <Flex gap={8} wrap align="center" role="group" aria-label={t('Active filters')} className={styles.chips}>
      {active.map(({ key, text, onRemove }) => (
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
