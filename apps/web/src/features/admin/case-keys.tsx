import { Modal } from 'antd';
import { useEffect } from 'react';
import { KeyList } from '../../ui/layout/key-list';
import { isShortcut } from '../../ui/layout/keyboard';
import { t } from '../../i18n/t';

const keys = [
  ['j', t('Next document')],
  ['k', t('Previous document')],
  ['a', t('Approve the document')],
  ['r', t('Reject the document')],
  ['c', t('Claim the case')],
] as const;

type CaseKey = (typeof keys)[number][0];

/** Keyboard shortcuts of the case view; off while typing or while a dialog is open. */
export function useCaseKeys(actions: Partial<Record<CaseKey, () => void>>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = isShortcut(event) && actions[event.key as CaseKey];
      if (!action) return;
      // otherwise the key would be typed into the field that the action focuses
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

export function CaseKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal title={t('Review shortcuts')} open={open} onCancel={onClose} footer={null} width={380}>
      <KeyList keys={keys} />
    </Modal>
  );
}
