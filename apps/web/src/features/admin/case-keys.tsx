import { Flex, Modal, Typography } from 'antd';
import { useEffect } from 'react';

const keys = [
  ['j', 'Next document'],
  ['k', 'Previous document'],
  ['a', 'Approve the document'],
  ['r', 'Reject the document'],
  ['c', 'Claim the case'],
] as const;

export type CaseKey = (typeof keys)[number][0] | '?';

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'));

/** Single keys of the case view; off while something is typed or a dialog is open. */
export function useCaseKeys(actions: Partial<Record<CaseKey, () => void>>) {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('[role=dialog]')) return;
      if (localStorage.getItem('keys') === 'off') return;
      actions[key as CaseKey]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

export function CaseKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal title="Keys of the review" open={open} onCancel={onClose} footer={null} width={380}>
      <Flex component="dl" vertical gap={10} style={{ margin: '16px 0 0' }}>
        {keys.map(([key, what]) => (
          <Flex key={key} gap={16}>
            <dt style={{ minWidth: 40 }}>
              <Typography.Text keyboard>{key}</Typography.Text>
            </dt>
            <dd style={{ margin: 0 }}>{what}</dd>
          </Flex>
        ))}
      </Flex>
    </Modal>
  );
}
