import type { FolderView } from '@tradepost/contracts/storage';
import { Flex, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { FullScreenBusy } from '../../../ui/feedback/full-screen-busy';
import { useToast } from '../../../ui/feedback/use-toast';
import { useDeleteFolder } from '../api';
import styles from './folder.module.css';

interface DeleteFolderDialogProps {
  folder: FolderView;
  onClose: () => void;
  onDeleted: () => void;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Asks the person to type the name only if partners lose access. */
export function DeleteFolderDialog({ folder, onClose, onDeleted }: DeleteFolderDialogProps) {
  const remove = useDeleteFolder();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const isShared = folder.emails.length > 0;
  const confirmed = !isShared || typed.trim() === folder.name;
  const submit = () =>
    remove.mutate(folder, {
      onSuccess: ({ message }) => {
        onClose();
        onDeleted();
        toast.success({ title: 'Success', description: message });
      },
      onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
    });

  if (remove.isPending)
    return <FullScreenBusy title="Deleting Folder" text="Please wait while we process your request..." />;
  return (
    <Modal
      open
      title={`Delete ${folder.name}?`}
      okText="Delete"
      okButtonProps={{ danger: true, disabled: !confirmed }}
      cancelText="Cancel"
      onOk={submit}
      onCancel={onClose}
      width={460}
    >
      <Flex vertical gap={12}>
        <Typography.Text>
          {folder.count === 0
            ? 'The folder is empty.'
            : `Its ${counted(folder.count, 'file goes', 'files go')} to the bin and can be restored for 30 days.`}
          {isShared &&
            ` ${counted(folder.emails.length, 'partner loses', 'partners lose')} access at once; links that were already sent keep working until they expire.`}
        </Typography.Text>
        {isShared && (
          <label>
            <Typography.Text type="secondary">
              Type <Typography.Text code>{folder.name}</Typography.Text> to confirm
            </Typography.Text>
            <Input
              autoFocus
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onPressEnter={() => confirmed && submit()}
              className={styles.typedName}
            />
          </label>
        )}
      </Flex>
    </Modal>
  );
}
