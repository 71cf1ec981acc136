import { Flex } from 'antd';
import type { ReactNode } from 'react';
import styles from './round-icon.module.css';

/** An icon in a coloured disc, above the heading of a screen with one message. */
export function RoundIcon({ icon }: { icon: ReactNode }) {
  return (
    <Flex align="center" justify="center" aria-hidden className={styles.icon}>
      {icon}
    </Flex>
  );
}
