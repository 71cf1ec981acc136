import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from './spinner';
import layout from '../layout/layout.module.css';
import styles from './full-screen-busy.module.css';

interface FullScreenBusyProps {
  title: string;
  text?: string;
  /** Appears only when it takes long enough to be noticed. */
  isLate?: boolean;
  /** Replaces the spinner, for example by progress and buttons. */
  children?: ReactNode;
}

/** Covers the screen while an operation must not be interrupted; in `body`, so that no layer of the page lies above it. */
export function FullScreenBusy({ title, text, isLate = false, children }: FullScreenBusyProps) {
  return createPortal(
    <Flex
      vertical
      align="center"
      justify="center"
      gap={12}
      className={isLate ? `${styles.cover} ${styles.late}` : styles.cover}
    >
      {!children && <Spinner />}
      <div role="status">
        <h4 className={`${layout.title} ${styles.title}`}>{title}</h4>
        {text && <span className={layout.secondary}>{text}</span>}
      </div>
      {children}
    </Flex>,
    document.body,
  );
}
