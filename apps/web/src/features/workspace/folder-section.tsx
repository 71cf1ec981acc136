import { DownOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FolderView } from '@tradepost/contracts/storage';
import { Button, Flex, Skeleton, Tooltip, Typography, theme } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { foldersQuery } from '../../api/queries';
import { useFolders } from '../../session/folder.store';
import { useToast } from '../../ui/use-toast';
import { useCreateFolder, useRenameFolder } from './api';
import { DeleteFolderDialog } from './delete-folder-dialog';
import { DeliverDialog } from './deliver-dialog';
import { FolderNameDialog } from './folder-name-dialog';
import { FolderRow, type FolderAction } from './folder-row';

const scrollAbove = 5;
/** 60 units of 4 px. */
const listHeight = 240;

type Dialog = { kind: 'create' } | { kind: FolderAction; folder: FolderView };

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
  const go = ({ id, name }: FolderView) => {
    useFolders.setState({ selectedFolder: name });
    void navigate(`/workspace?folder=${id}`);
    onGo?.();
  };
  const list = folders.data ?? [];
  const isEmpty = folders.isSuccess && list.length === 0;
  const isOpen = open && !isEmpty;
  const selected = params.get('folder');

  return (
    <section aria-label="Folders" style={{ padding: '4px 4px 8px' }}>
      <Flex align="center" style={{ padding: '4px 4px 4px 8px' }}>
        <Button
          type="text"
          size="small"
          aria-expanded={isOpen}
          disabled={isEmpty}
          onClick={() => setOpen(!open)}
          icon={
            isOpen ? (
              <DownOutlined aria-hidden style={{ fontSize: 10 }} />
            ) : (
              <RightOutlined aria-hidden style={{ fontSize: 10 }} />
            )
          }
          style={{
            flex: 1,
            justifyContent: 'flex-start',
            fontSize: 12,
            fontWeight: 600,
            letterSpacing: '0.02em',
            color: token.colorTextSecondary,
            paddingInline: 8,
          }}
        >
          ADD DIGITAL ASSEST
        </Button>
        <Tooltip title="Add a folder">
          <Button
            type="text"
            size="small"
            aria-label="Add a folder"
            icon={<PlusOutlined />}
            onClick={() => setDialog({ kind: 'create' })}
            style={{ minWidth: 28 }}
          />
        </Tooltip>
      </Flex>
      {isEmpty && (
        <Typography.Text type="secondary" style={{ display: 'block', padding: '0 16px 4px', fontSize: 12 }}>
          No folders yet. Add one with the plus.
        </Typography.Text>
      )}
      {isOpen && (
        <div
          tabIndex={list.length > scrollAbove ? 0 : undefined}
          style={list.length > scrollAbove ? { maxHeight: listHeight, overflowY: 'auto' } : undefined}
        >
          {folders.isPending && (
            <Skeleton active title={false} paragraph={{ rows: 2 }} style={{ padding: '4px 20px' }} />
          )}
          {folders.error && (
            <Button
              type="link"
              size="small"
              onClick={() => folders.refetch()}
              style={{ whiteSpace: 'normal', height: 'auto' }}
            >
              The folders could not be loaded. Retry
            </Button>
          )}
          {list.length > 0 && (
            <ul style={{ listStyle: 'none', margin: 0, padding: '0 4px' }}>
              {list.map((folder) => (
                <FolderRow
                  key={folder.id}
                  folder={folder}
                  selected={selected === folder.id}
                  onOpen={() => go(folder)}
                  onAction={(kind) => setDialog({ kind, folder })}
                />
              ))}
            </ul>
          )}
        </div>
      )}
      {dialog?.kind === 'create' && (
        <FolderNameDialog
          title="New folder"
          error={create.error?.message}
          saving={create.isPending}
          onEdit={create.reset}
          onCancel={close}
          onSave={(name) =>
            create.mutate(name, {
              onSuccess: (folder) => {
                close();
                toast.success({ title: 'Success', description: 'The folder was created.' });
                go(folder);
              },
              onError: ({ message }) => toast.destructive({ title: 'Folder Creation Error', description: message }),
            })
          }
        />
      )}
      {dialog?.kind === 'rename' && (
        <FolderNameDialog
          title="Rename folder"
          initial={dialog.folder.name}
          error={rename.error?.message}
          saving={rename.isPending}
          onEdit={rename.reset}
          onCancel={close}
          onSave={(newName) => {
            if (newName === dialog.folder.name) return close();
            rename.mutate(
              { name: dialog.folder.id, newName },
              {
                onSuccess: close,
                onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
              },
            );
          }}
        />
      )}
      {dialog?.kind === 'share' && <DeliverDialog folder={dialog.folder} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <DeleteFolderDialog
          folder={dialog.folder}
          onClose={close}
          onDeleted={() => {
            if (selected === dialog.folder.id) void navigate('/');
          }}
        />
      )}
    </section>
  );
}
