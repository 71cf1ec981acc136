import { MoreOutlined } from '@ant-design/icons';
import { permits, type Permission } from '@tradepost/contracts/roles';
import type { FileView } from '@tradepost/contracts/storage';
import { useHasKeys } from '../../../vault/has-keys';
import { useUser } from '../../../session/auth.store';
import { MenuButton } from '../../../ui/menu/menu-button';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

export type FileAction = 'delete' | 'edit' | 'preview' | 'download' | 'move' | 'replace' | 'versions' | 'encrypt';

interface Item {
  key: FileAction;
  label: string;
  needs: Permission;
  /** Of sealed files, only people with the keys of the company can do it. */
  needsKeys?: true;
  danger?: true;
}

const items: Item[] = [
  { key: 'preview', label: t('Preview'), needs: 'content' },
  { key: 'download', label: t('Download'), needs: 'content', needsKeys: true },
  { key: 'edit', label: t('Edit'), needs: 'files' },
  { key: 'move', label: t('Move'), needs: 'files', needsKeys: true },
  { key: 'replace', label: t('Replace with new version'), needs: 'files', needsKeys: true },
  { key: 'versions', label: t('Versions'), needs: 'view' },
  { key: 'encrypt', label: t('Encrypt'), needs: 'files' },
  { key: 'delete', label: t('Delete'), needs: 'files', danger: true },
];

export function FileMenu({ file, onAction }: { file: FileView; onAction: (action: FileAction) => void }) {
  const user = useUser();
  const hasKeys = useHasKeys();
  const isManaged = file.mode === 'managed';
  const isOffered = ({ key, needs, needsKeys }: Item) => {
    if (!permits(user, needs)) return false;
    return key === 'encrypt' ? isManaged && hasKeys : isManaged || hasKeys || !needsKeys;
  };
  const shown = items
    .filter(isOffered)
    .flatMap(({ needs: _, needsKeys: _keys, ...item }) =>
      item.danger ? [{ type: 'divider' as const }, item] : [item],
    );
  return (
    <MenuButton
      type="text"
      icon={<MoreOutlined aria-hidden />}
      aria-label={t('Actions for {name}', { name: file.name })}
      className={layout.rowButton}
      menu={{
        items: shown,
        onClick: ({ key }) => onAction(key as FileAction),
      }}
    />
  );
}
