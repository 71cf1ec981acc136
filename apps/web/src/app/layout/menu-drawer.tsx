import type { User } from '@tradepost/contracts/identity';
import { Drawer } from 'antd';
import { startSide } from '../../ui/layout/sides';
import { Brand } from './brand';
import { Side } from './side';

interface MenuDrawerProps {
  isOpen: boolean;
  width: number;
  onClose: () => void;
  user: User;
}

/** The sidebar of narrow screens. */
export function MenuDrawer({ isOpen, width, onClose, user }: MenuDrawerProps) {
  return (
    <Drawer
      placement={startSide}
      closable={{ placement: 'end' }}
      open={isOpen}
      onClose={onClose}
      size={width}
      title={<Brand />}
      styles={{ body: { padding: 0 } }}
    >
      <Side user={user} onGo={onClose} />
    </Drawer>
  );
}
