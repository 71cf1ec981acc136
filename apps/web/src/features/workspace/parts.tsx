import { DownOutlined, FolderOutlined, MoreOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FolderView } from '@tradepost/contracts/storage';
import { App, Button, Dropdown, Flex, Skeleton, Tooltip, Typography, theme } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useToast } from '../../ui/use-toast';
import { foldersQuery, useCreateFolder, useDeleteFolder, useRenameFolder } from './api';
import { DeliverDialog } from './deliver-dialog';
import { FolderNameDialog } from './folder-name-dialog';

/** The list scrolls above five folders. */
const listHeight = 240;

type Dialog = { kind: 'create' } | { kind: 'rename' | 'share'; folder: FolderView };

/** The sidebar's folders; `onGo` closes the drawer on phones. */
export function FolderSection({ onGo }: { onGo?: (() => void) | undefined }) {
  const { token } = theme.useToken();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const folders = useQuery(foldersQuery);
  const [open, setOpen] = useState(true);
  const [dialog, setDialog] = useState<Dialog>();
  const create = useCreateFolder();
  const rename = useRenameFolder();
  const toast = useToast();
  const close = () => setDialog(undefined);
  const failed = ({ message }: Error) => toast.destructive({ title: 'Folder Creation Error', description: message });
  const go = (id: string) => {
    void navigate(`/workspace?folder=${id}`);
    onGo?.();
  };
  const isOpen = open && (folders.data?.length ?? 1) > 0;

  return (
    <section aria-label="Folders" style={{ padding: '4px 4px 8px' }}>
      <Flex align="center" style={{ padding: '4px 8px 4px 12px' }}>
        <Button type="text" size="small" aria-expanded={isOpen} onClick={() => setOpen(!open)} icon={isOpen ? <DownOutlined /> : <RightOutlined />} style={{ flex: 1, justifyContent: 'flex-start', fontSize: 12, color: token.colorTextSecondary, paddingInline: 4 }}>
          ADD DIGITAL ASSEST
        </Button>
        <Tooltip title="Add a folder">
          <Button type="text" size="small" aria-label="Add a folder" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'create' })} />
        </Tooltip>
      </Flex>
      {isOpen && (
        <div style={{ maxHeight: listHeight, overflowY: 'auto' }}>
          {folders.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} style={{ padding: '4px 20px' }} />}
          {folders.error && (
            <Button type="link" size="small" onClick={() => folders.refetch()}>
              The folders could not be loaded. Retry
            </Button>
          )}
          {folders.data?.map((folder) => (
            <FolderRow key={folder.id} folder={folder} selected={params.get('folder') === folder.id} onOpen={() => go(folder.id)} onDialog={setDialog} />
          ))}
        </div>
      )}
      {dialog?.kind === 'create' && (
        <FolderNameDialog
          title="New folder"
          saving={create.isPending}
          onCancel={close}
          onSave={(name) =>
            create.mutate(name, {
              onSuccess: ({ id }) => {
                close();
                toast.success({ title: 'Success', description: 'The folder was created.' });
                go(id);
              },
              onError: failed,
            })
          }
        />
      )}
      {dialog?.kind === 'rename' && (
        <FolderNameDialog
          title="Rename folder"
          initial={dialog.folder.name}
          saving={rename.isPending}
          onCancel={close}
          onSave={(newName) => rename.mutate({ name: dialog.folder.id, newName }, { onSuccess: close, onError: failed })}
        />
      )}
      {dialog?.kind === 'share' && <DeliverDialog folder={dialog.folder} onClose={close} />}
    </section>
  );
}

interface FolderRowProps {
  folder: FolderView;
  selected: boolean;
  onOpen: () => void;
  onDialog: (dialog: Dialog) => void;
}

function FolderRow({ folder, selected, onOpen, onDialog }: FolderRowProps) {
  const { token } = theme.useToken();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const remove = useDeleteFolder();
  const toast = useToast();
  const askDelete = () =>
    modal.confirm({
      title: `Delete ${folder.name}?`,
      content: `Its ${folder.count} ${folder.count === 1 ? 'file stays' : 'files stay'} in the bin for 30 days.${folder.emails.length > 0 ? ` ${folder.emails.length} of your partners lose access.` : ''}`,
      okText: 'Delete',
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync(folder).then(
          ({ message }) => {
            toast.success({ title: 'Success', description: message });
            if (selected) void navigate('/');
          },
          ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
        ),
    });
  return (
    <Flex align="center" style={{ margin: '2px 4px', borderRadius: token.borderRadius, background: selected ? token.colorPrimaryBg : undefined }}>
      <Button type="text" onClick={onOpen} aria-current={selected ? 'page' : undefined} icon={<FolderOutlined />} style={{ flex: 1, minWidth: 0, justifyContent: 'flex-start' }}>
        <Typography.Text ellipsis style={{ flex: 1, textAlign: 'start', color: 'inherit' }}>
          {folder.name}
        </Typography.Text>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {folder.count}
        </Typography.Text>
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: 'Rename', onClick: () => onDialog({ kind: 'rename', folder }) },
            { key: 'share', label: 'Share', onClick: () => onDialog({ kind: 'share', folder }) },
            { key: 'delete', label: 'Delete', danger: true, onClick: askDelete },
          ],
        }}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`Actions for ${folder.name}`} />
      </Dropdown>
    </Flex>
  );
}
