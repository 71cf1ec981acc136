import { FolderOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { FileView } from '@tradepost/contracts/storage';
import { Flex, Modal, Radio, Typography } from 'antd';
import { useState } from 'react';
import { foldersQuery } from '../../../api/queries';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { useToast } from '../../../ui/notice/use-toast';
import { LockedNotice } from '../../../vault/notices/locked-notice';
import { useMoveFiles } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './file.module.css';

interface MoveDialogProps {
  folderId: string;
  files: Pick<FileView, 'id' | 'name' | 'mode'>[];
  onMoved: () => void;
  onClose: () => void;
}

export function MoveDialog({ folderId, files, onMoved, onClose }: MoveDialogProps) {
  const { data = [] } = useQuery(foldersQuery);
  const [target, setTarget] = useState<string>();
  const move = useMoveFiles();
  const toast = useToast();
  const others = data.filter(({ id }) => id !== folderId);
  const what = files.length === 1 ? files[0]?.name : t('{count} files', { count: files.length });
  const submit = () => {
    if (!target) return;
    move.mutate(
      { files, folderId: target },
      {
        onSuccess: () => {
          toast.success({
            title: t('Success'),
            description: t('{what} moved to {name}.', { what, name: others.find(({ id }) => id === target)?.name }),
          });
          onMoved();
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      },
    );
  };
  return (
    <Modal
      open
      title={t('Move {what}', { what })}
      okText={t('Move')}
      cancelText={t('Cancel')}
      okButtonProps={{ disabled: !target }}
      confirmLoading={move.isPending}
      onOk={submit}
      onCancel={onClose}
      width={460}
    >
      {others.length === 0 ? (
        <EmptyState title={t('There is no other folder')} text={t('Add one in the sidebar first.')} />
      ) : (
        <Flex vertical gap={12}>
          <LockedNotice />
          <Typography.Text type="secondary">
            {t(
              'Partners with access to the new folder will see these files. Partners with access to this folder no longer will.',
            )}
          </Typography.Text>
          <Radio.Group
            aria-label={t('Folder')}
            value={target}
            onChange={({ target: { value } }) => setTarget(String(value))}
            className={styles.folders}
          >
            <Flex vertical gap={4}>
              {others.map(({ id, name, emails }) => (
                <Radio key={id} value={id} className={styles.folder}>
                  <FolderOutlined aria-hidden /> {name}{' '}
                  <Typography.Text type="secondary" className={layout.small}>
                    {emails.length === 0 ? t('not delivered') : t('{count} with access', { count: emails.length })}
                  </Typography.Text>
                </Radio>
              ))}
            </Flex>
          </Radio.Group>
        </Flex>
      )}
    </Modal>
  );
}
