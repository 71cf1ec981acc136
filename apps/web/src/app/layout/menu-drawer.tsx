import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { startSide } from '../../ui/layout/sides';
import { Brand } from './brand';

interface MenuDrawerProps {
  isOpen: boolean;
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** The sidebar of narrow screens. */
export function MenuDrawer({ isOpen, width, onClose, children }: MenuDrawerProps) {
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
      {children}
    </Drawer>
  );
}
