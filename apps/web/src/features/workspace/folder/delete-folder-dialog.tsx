import type { FolderView } from '@tradepost/contracts/storage';
import { accessCountOf } from '../../../ui/person/access-count';
import { Flex, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { FullScreenBusy } from '../../../ui/busy/full-screen-busy';
import { useToast } from '../../../ui/notice/use-toast';
import { LockedNotice } from '../../../vault/notices/locked-notice';
import { useDeleteFolder } from '../api';
import { Rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';
import styles from './folder.module.css';

interface DeleteFolderDialogProps {
  folder: FolderView;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks the person to type the name only if partners lose access. */
export function DeleteFolderDialog({ folder, onClose, onDeleted }: DeleteFolderDialogProps) {
  const remove = useDeleteFolder();
  const toast = useToast();
  const [typed, setTyped] = useState('');
  const partners = accessCountOf(folder);
  const isShared = partners > 0;
  const confirmed = !isShared || typed.trim() === folder.name;
  const submit = () =>
    remove.mutate(folder, {
      onSuccess: ({ message }) => {
        onClose();
        onDeleted();
        toast.success({ title: t('Success'), description: message });
      },
      onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
    });

  if (remove.isPending)
    return <FullScreenBusy title={t('Deleting Folder')} text={t('Please wait while we process your request...')} />;
  return (
    <Modal
      open
      title={t('Delete {name}?', { name: folder.name })}
      okText={t('Delete')}
      okButtonProps={{ danger: true, disabled: !confirmed }}
      cancelText={t('Cancel')}
      onOk={submit}
      onCancel={onClose}
      width={460}
    >
      <Flex vertical gap={12}>
        {isShared && <LockedNotice />}
        <Typography.Text>
          {folder.count === 0
            ? isShared
              ? t(
                  'The folder is empty. {partners, plural, one {# partner loses} other {# partners lose}} access at once; links that were already sent keep working until they expire.',
                  { partners },
                )
              : t('The folder is empty.')
            : isShared
              ? t(
                  'Its {files, plural, one {# file goes} other {# files go}} to the bin and can be restored for 30 days. {partners, plural, one {# partner loses} other {# partners lose}} access at once; links that were already sent keep working until they expire.',
                  { files: folder.count, partners },
                )
              : t(
                  'Its {files, plural, one {# file goes} other {# files go}} to the bin and can be restored for 30 days.',
                  {
                    files: folder.count,
                  },
                )}
        </Typography.Text>
        {isShared && (
          <label>
            <Typography.Text type="secondary">
              <Rich
                text={'Type <0>{name}</0> to confirm'}
                values={{ name: folder.name }}
                parts={[<Typography.Text code />]}
              />
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
