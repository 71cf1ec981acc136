import { Flex, Spin, Typography } from 'antd';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './full-screen-busy.module.css';

interface FullScreenBusyProps {
  title: string;
  text?: string;
  /** Replaces the spinner, for example by progress and buttons. */
  children?: ReactNode;
}

/** Covers the screen while an operation must not be interrupted; in `body`, so that no layer of the page lies above it. */
export function FullScreenBusy({ title, text, children }: FullScreenBusyProps) {
  return createPortal(
    <Flex vertical align="center" justify="center" gap={12} className={styles.cover}>
      {!children && <Spin size="large" />}
      <div role="status">
        <Typography.Title level={4} className={styles.title}>
          {title}
        </Typography.Title>
        {text && <Typography.Text type="secondary">{text}</Typography.Text>}
      </div>
      {children}
    </Flex>,
    document.body,
  );
}
