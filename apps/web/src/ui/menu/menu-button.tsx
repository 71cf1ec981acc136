import { Button, type ButtonProps, type DropdownProps } from 'antd';
import { lazy, Suspense, useRef, useState, type RefObject } from 'react';
import { withAllStyles } from '../layout/all-styles';

interface MenuButtonProps extends Omit<ButtonProps, 'onClick'>, Pick<DropdownProps, 'menu' | 'placement'> {
  ref?: RefObject<HTMLButtonElement | null>;
}

const load = async () => ({ default: (await withAllStyles(import('./opened-menu'))).OpenedMenu });
const OpenedMenu = lazy(load);

/** A failure is for the press, which asks again. */
const loadAhead = () => void load().catch(() => undefined);

/** A button with a menu. The code of menus is loaded when one is about to be used: lists have a menu in each row. */
export function MenuButton({ menu, placement, ref, ...props }: MenuButtonProps) {
  const own = useRef<HTMLButtonElement>(null);
  const [isUsed, setIsUsed] = useState(false);
  const button = (
    <Button
      aria-haspopup="menu"
      {...props}
      ref={ref ?? own}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      {...(!isUsed && { onClick: () => setIsUsed(true) })}
    />
  );
  if (!isUsed) return button;
  return (
    <Suspense fallback={button}>
      <OpenedMenu menu={menu} placement={placement} button={ref ?? own}>
        {button}
      </OpenedMenu>
    </Suspense>
  );
}
