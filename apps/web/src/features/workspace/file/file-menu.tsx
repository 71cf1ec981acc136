import { MoreOutlined } from '@ant-design/icons';
import type { FileView } from '@tradepost/contracts/storage';
import { Button, Dropdown } from 'antd';
import layout from '../../../ui/layout/layout.module.css';

export type FileAction = 'delete' | 'edit' | 'preview' | 'download' | 'move' | 'replace' | 'versions' | 'encrypt';

const items = [
  { key: 'preview', label: 'Preview' },
  { key: 'download', label: 'Download' },
  { key: 'edit', label: 'Edit' },
  { key: 'move', label: 'Move' },
  { key: 'replace', label: 'Replace with new version' },
  { key: 'versions', label: 'Versions' },
  { key: 'encrypt', label: 'Encrypt' },
  { type: 'divider' as const },
  { key: 'delete', label: 'Delete', danger: true },
];

export function FileMenu({ file, onAction }: { file: FileView; onAction: (action: FileAction) => void }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: items.filter(({ key }) => key !== 'encrypt' || file.mode === 'managed'),
        onClick: ({ key }) => onAction(key as FileAction),
      }}
    >
      <Button
        type="text"
        icon={<MoreOutlined aria-hidden />}
        aria-label={`Actions for ${file.name}`}
        className={layout.rowButton}
      />
    </Dropdown>
  );
}
