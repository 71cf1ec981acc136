import type { FolderView } from '@tradepost/contracts/storage';
import { useFolders } from '../../../session/folder.store';
import { useToast } from '../../../ui/notice/use-toast';
import { useCreateFolder } from '../api';
import { FolderNameDialog } from './folder-name-dialog';
import { t } from '../../../i18n/t';

/** Creates a folder and selects it. */
export function NewFolderDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (folder: FolderView) => void;
}) {
  const create = useCreateFolder();
  const toast = useToast();
  return (
    <FolderNameDialog
      title={t('New folder')}
      error={create.error?.message}
      saving={create.isPending}
      onEdit={create.reset}
      onCancel={onClose}
      onSave={(name) =>
        create.mutate(name, {
          onSuccess: (folder) => {
            toast.success({ title: t('Success'), description: t('The folder was created.') });
            useFolders.setState({ selectedFolder: folder.name });
            onCreated(folder);
          },
          onError: ({ message }) => toast.destructive({ title: t('Folder Creation Error'), description: message }),
        })
      }
    />
  );
}
