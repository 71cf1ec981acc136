import { Alert, Button, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t';
import { CopyButton } from '../feedback/copy-button';
import styles from './shown-once.module.css';

interface ShownOnceProps {
  /** What to do with it now. */
  title: string;
  /** Why it matters, and that it is not shown again. */
  text: string;
  done?: string;
  onDone: () => void;
  children: ReactNode;
}

/** Secrets that are shown only now: the person must confirm that they are saved. */
export function ShownOnce({ title, text, done = t('I have saved it'), onDone, children }: ShownOnceProps) {
  return (
    <Flex vertical gap={16}>
      <Alert type="warning" showIcon title={title} description={text} />
      {children}
      <Button type="primary" size="large" block onClick={onDone}>
        {done}
      </Button>
    </Flex>
  );
}

interface SecretProps {
  label: string;
  /** Text of the button that copies it. */
  copy: string;
  hint?: ReactNode;
  value: string;
  autoFocus?: boolean;
}

/** One secret with the button that copies it. */
export function Secret({ label, copy, hint, value, autoFocus = false }: SecretProps) {
  return (
    <section aria-label={label}>
      <Flex justify="space-between" align="center" gap={12}>
        <Typography.Text strong>{label}</Typography.Text>
        <CopyButton text={value} autoFocus={autoFocus}>
          {copy}
        </CopyButton>
      </Flex>
      <code className={styles.value}>{value}</code>
      {hint && <Typography.Text type="secondary">{hint}</Typography.Text>}
    </section>
  );
}
