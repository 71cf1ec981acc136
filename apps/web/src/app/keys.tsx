import { QuestionOutlined } from '@ant-design/icons';
import { Button, Flex, Modal, Switch, Tooltip, Typography } from 'antd';
import { useEffect, useState } from 'react';

const settingName = 'keys';
const keys = [
  ['/', 'Search this page'],
  ['↑ ↓', 'Move between the rows of a table'],
  ['Space', 'Choose the row'],
  ['Esc', 'Close a dialog'],
  ['?', 'Show these keys'],
] as const;

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'));
const isShown = (element: HTMLElement) => element.offsetParent !== null;
const focusableIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input')].filter(isShown);

/** To the same control of the next row that has one. @returns whether there was one */
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

/** The keys that work everywhere, and the dialog that lists them and can switch them off (WCAG 2.1.4). */
export function Keys() {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(settingName) !== 'off');
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (!isOn || ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping(target)) return;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        if (moveRow(target, key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
        return;
      }
      if (key === '?') return setIsOpen(true);
      const search = key === '/' ? [...document.querySelectorAll<HTMLInputElement>('#content input[type=search]')].find(isShown) : undefined;
      if (!search || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);

  const choose = (on: boolean) => {
    localStorage.setItem(settingName, on ? 'on' : 'off');
    setIsOn(on);
  };
  return (
    <>
      <Tooltip title="Keys">
        <Button type="text" icon={<QuestionOutlined />} aria-label="Keys" onClick={() => setIsOpen(true)} />
      </Tooltip>
      <Modal title="Keys" open={isOpen} onCancel={() => setIsOpen(false)} footer={null} width={420}>
        <Flex component="dl" vertical gap={10} style={{ margin: '16px 0' }}>
          {keys.map(([key, what]) => (
            <Flex key={key} gap={16}>
              <Typography.Text keyboard component="dt" style={{ minWidth: 64 }}>
                {key}
              </Typography.Text>
              <dd style={{ margin: 0 }}>{what}</dd>
            </Flex>
          ))}
        </Flex>
        <Flex component="label" gap={12} align="center">
          <Switch checked={isOn} onChange={choose} /> Single keys work
        </Flex>
      </Modal>
    </>
  );
}
