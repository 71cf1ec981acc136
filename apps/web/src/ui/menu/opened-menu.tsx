import { Dropdown, type DropdownProps } from 'antd';
import { useLayoutEffect, useState, type ReactElement, type RefObject } from 'react';

interface OpenedMenuProps extends Pick<DropdownProps, 'menu' | 'placement'> {
  /** Its own button. */
  children: ReactElement;
  button: RefObject<HTMLButtonElement | null>;
}

/** A menu that opens as soon as it is there, with a button that takes the place and the focus of the one that was pressed. */
export function OpenedMenu({ children, button, ...props }: OpenedMenuProps) {
  const [isOpen, setIsOpen] = useState(true);
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), [button]);
  return (
    <Dropdown trigger={['click']} {...props} open={isOpen} onOpenChange={setIsOpen}>
      {children}
    </Dropdown>
  );
}
