import { Flex, Modal, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { KeyList } from '../ui/layout/key-list';
import { setShortcutsOn, isShown, isShortcut, areShortcutsOn, modifierKey } from '../ui/layout/keyboard';
import { t } from '../i18n/t';

const keys = [
  [`${modifierKey} K`, t('Search everywhere')],
  ['/', t('Search this page')],
  ['↑ ↓', t('Move between the rows of a table')],
  [t('Space'), t('Choose the row')],
  [t('Esc'), t('Close a dialog')],
  ['?', t('Show this list')],
  ['H', t('Help')],
] as const;

const focusableIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input')].filter(isShown);

/** Focuses the same control in the next row that has one. @returns whether there is one */
function moveRow(target: EventTarget | null, by: 1 | -1): boolean {
  const row = target instanceof HTMLElement ? target.closest('tbody tr') : null;
  if (!row?.parentElement) return false;
  const at = focusableIn(row).indexOf(target as HTMLElement);
  const rows = [...row.parentElement.children];
  for (let n = rows.indexOf(row) + by; n >= 0 && n < rows.length; n += by) {
    const controls = focusableIn(rows[n] as Element);
    const next = controls[Math.min(Math.max(at, 0), controls.length - 1)];
    if (next) {
      next.focus();
      return true;
    }
  }
  return false;
}

interface KeysProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** The shortcuts of every screen, and the dialog that lists them and can turn them off (WCAG 2.1.4). */
export function Keys({ isOpen, onToggle }: KeysProps) {
  const [isOn, setIsOn] = useState(areShortcutsOn);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (!isShortcut(event)) return;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        if (moveRow(target, key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
        return;
      }
      if (key === '?') return onToggle(true);
      const search =
        key === '/'
          ? [...document.querySelectorAll<HTMLInputElement>('#content input[type=search]')].find(isShown)
          : undefined;
      if (!search) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onToggle]);

  const choose = (on: boolean) => {
    setShortcutsOn(on);
    setIsOn(on);
  };
  return (
    <Modal title={t('Keyboard shortcuts')} open={isOpen} onCancel={() => onToggle(false)} footer={null} width={420}>
      <KeyList keys={keys} />
      <Flex component="label" gap={12} align="center">
        <Switch checked={isOn} onChange={choose} /> {t('Use keyboard shortcuts')}
      </Flex>
    </Modal>
  );
}
