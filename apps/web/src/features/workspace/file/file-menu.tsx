import { MoreOutlined } from '@ant-design/icons';
import type { FileView } from '@tradepost/contracts/storage';
import { MenuButton } from '../../../ui/menu/menu-button';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

export type FileAction = 'delete' | 'edit' | 'preview' | 'download' | 'move' | 'replace' | 'versions' | 'encrypt';

const items = [
  { key: 'preview', label: t('Preview') },
  { key: 'download', label: t('Download') },
  { key: 'edit', label: t('Edit') },
  { key: 'move', label: t('Move') },
  { key: 'replace', label: t('Replace with new version') },
  { key: 'versions', label: t('Versions') },
  { key: 'encrypt', label: t('Encrypt') },
  { type: 'divider' as const },
  { key: 'delete', label: t('Delete'), danger: true },
];

export function FileMenu({ file, onAction }: { file: FileView; onAction: (action: FileAction) => void }) {
  return (
    <MenuButton
      type="text"
      icon={<MoreOutlined aria-hidden />}
      aria-label={t('Actions for {name}', { name: file.name })}
      className={layout.rowButton}
      menu={{
        items: items.filter(({ key }) => key !== 'encrypt' || file.mode === 'managed'),
        onClick: ({ key }) => onAction(key as FileAction),
      }}
    />
  );
}
