import { Modal } from 'antd';
import { useEffect } from 'react';
import { KeyList } from '../../ui/key-list';
import { isSingleKey } from '../../ui/keyboard';

const keys = [
  ['j', 'Next document'],
  ['k', 'Previous document'],
  ['a', 'Approve the document'],
  ['r', 'Reject the document'],
  ['c', 'Claim the case'],
] as const;

type CaseKey = (typeof keys)[number][0];

/** Single keys of the case view; off while something is typed or a dialog is open. */
export function useCaseKeys(actions: Partial<Record<CaseKey, () => void>>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isSingleKey(event)) actions[event.key as CaseKey]?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

export function CaseKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal title="Keys of the review" open={open} onCancel={onClose} footer={null} width={380}>
      <KeyList keys={keys} />
    </Modal>
  );
}
