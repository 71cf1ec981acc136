import { useEffect, useState } from 'react';
import { isShortcut, isShown } from '../../ui/layout/keyboard';
import { onDemand } from '../../ui/layout/on-demand';

const KeysDialog = onDemand(async () => (await import('./keys-dialog')).KeysDialog);

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

/** The shortcuts of every screen, and the dialog that lists them. */
export function Keys({ isOpen, onToggle }: KeysProps) {
  // once opened, it stays on the page, to close with its motion
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);

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

  return wasOpen && <KeysDialog isOpen={isOpen} onClose={() => onToggle(false)} />;
}
