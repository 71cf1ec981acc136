import type { User } from '@tradepost/contracts/identity';
import { Flex } from 'antd';
import type { ReactNode } from 'react';
import layout from '../../ui/layout/layout.module.css';
import { AccountFooter } from './account-footer';
import { Nav } from './nav';
import styles from './app-layout.module.css';

interface SideProps {
  user: User;
  onGo?: () => void;
  /** Above the account. */
  children?: ReactNode;
}

/** The sidebar, or the content of the menu of narrow screens. */
export const Side = ({ user, onGo, children }: SideProps) => (
  <Flex vertical className={layout.fullHeight}>
    <div className={`${styles.menu} ${layout.scrollCue}`}>
      <Nav user={user} {...(onGo && { onGo })} />
    </div>
    {children}
    <AccountFooter user={user} />
  </Flex>
);
