import type { FolderView } from '@tradepost/contracts/storage';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useMay } from '../../../session/may';
import { useToast } from '../../../ui/notice/use-toast';
import { useDescribeFolder } from '../api';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Description and licence, which partners read before they request files. */
export function FolderDetailsDialog({ folder, onClose }: { folder: FolderView; onClose: () => void }) {
  const [description, setDescription] = useState(folder.description);
  const [licence, setLicence] = useState(folder.licence);
  const mayChange = useMay('files');
  const describe = useDescribeFolder();
  const toast = useToast();
  const save = () =>
    describe.mutate(
      { id: folder.id, description: description.trim(), licence: licence.trim() },
      {
        onSuccess: () => {
          toast.success({ title: t('Success'), description: t('The folder was saved.') });
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      },
    );
  return (
    <Modal
      open
      title={t('Details of {name}', { name: folder.name })}
      okText={t('Save')}
      cancelText={t('Cancel')}
      confirmLoading={describe.isPending}
      {...(!mayChange && { footer: null })}
      onOk={save}
      onCancel={onClose}
      width={560}
    >
      <Form layout="vertical">
        <Form.Item
          label={t('Description')}
          htmlFor="folder-description"
          extra={t('Tells partners what the folder contains.')}
        >
          <Input.TextArea
            id="folder-description"
            autoSize={{ minRows: 3, maxRows: 8 }}
            maxLength={1000}
            showCount
            value={description}
            readOnly={!mayChange}
            onChange={({ target }) => setDescription(target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t('Licence terms')}
          htmlFor="folder-licence"
          extra={t('Shown before a request and recorded with each transfer.')}
          className={layout.marginBottom24}
        >
          <Input.TextArea
            id="folder-licence"
            autoSize={{ minRows: 4, maxRows: 12 }}
            maxLength={4000}
            showCount
            value={licence}
            readOnly={!mayChange}
            onChange={({ target }) => setLicence(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
