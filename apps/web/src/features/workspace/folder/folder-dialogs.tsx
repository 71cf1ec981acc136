import type { FolderView } from '@tradepost/contracts/storage';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { create } from 'zustand';
import { onDemand } from '../../../ui/layout/on-demand';
import { useToast } from '../../../ui/notice/use-toast';
import { useRenameFolder } from '../api';
import { addressOf, type FolderAction } from './folder-row';
import { t } from '../../../i18n/t';

const DeleteFolderDialog = onDemand(async () => (await import('./delete-folder-dialog')).DeleteFolderDialog);
const DeliverDialog = onDemand(async () => (await import('../access/deliver-dialog')).DeliverDialog);
const FolderNameDialog = onDemand(async () => (await import('./folder-name-dialog')).FolderNameDialog);
const NewFolderDialog = onDemand(async () => (await import('./new-folder-dialog')).NewFolderDialog);

type Dialog = { kind: 'create' } | { kind: Exclude<FolderAction, 'pin'>; folder: FolderView };

const useDialog = create<{ dialog: Dialog | undefined }>(() => ({ dialog: undefined }));

export const openFolderDialog = (dialog: Dialog) => useDialog.setState({ dialog });
const close = () => useDialog.setState({ dialog: undefined });

/** The dialogs of the sidebar's folders. They are not a part of it, because another sidebar takes its place when the screen is turned. */
export function FolderDialogs({ onGo }: { onGo?: () => void }) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const dialog = useDialog((state) => state.dialog);
  const rename = useRenameFolder();
  const toast = useToast();
  useEffect(() => close, []);
  if (!dialog) return null;
  if (dialog.kind === 'create')
    return (
      <NewFolderDialog
        onClose={close}
        onCreated={(folder) => {
          close();
          onGo?.();
          void navigate(addressOf(folder));
        }}
      />
    );
  const { kind, folder } = dialog;
  if (kind === 'rename')
    return (
      <FolderNameDialog
        title={t('Rename folder')}
        initial={folder.name}
        error={rename.error?.message}
        saving={rename.isPending}
        onEdit={rename.reset}
        onCancel={() => {
          rename.reset();
          close();
        }}
        onSave={(newName) => {
          if (newName === folder.name) return close();
          rename.mutate(
            { name: folder.id, newName },
            {
              onSuccess: close,
              onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
            },
          );
        }}
      />
    );
  if (kind === 'share') return <DeliverDialog folder={folder} onClose={close} />;
  return (
    <DeleteFolderDialog
      folder={folder}
      onClose={close}
      onDeleted={() => {
        if (params.get('folder') === folder.id) void navigate('/');
      }}
    />
  );
}
