import { Flex, Modal, Switch } from 'antd';
import { useState } from 'react';
import { KeyList } from '../../ui/layout/key-list';
import { areShortcutsOn, modifierKey, setShortcutsOn } from '../../ui/layout/keyboard';
import { t } from '../../i18n/t';

const keys = [
  [`${modifierKey} K`, t('Search everywhere')],
  ['/', t('Search this page')],
  ['↑ ↓', t('Move between the rows of a table')],
  [t('Space'), t('Choose the row')],
  [t('Esc'), t('Close a dialog')],
  ['?', t('Show this list')],
  ['H', t('Help')],
] as const;

/** Lists the shortcuts and can turn them off (WCAG 2.1.4). */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  const choose = (on: boolean) => {
    setShortcutsOn(on);
    setIsOn(on);
  };
  return (
    <Modal title={t('Keyboard shortcuts')} open={isOpen} onCancel={onClose} footer={null} width={420}>
      <KeyList keys={keys} />
      <Flex component="label" gap={12} align="center">
        <Switch checked={isOn} onChange={choose} /> {t('Use keyboard shortcuts')}
      </Flex>
    </Modal>
  );
}
