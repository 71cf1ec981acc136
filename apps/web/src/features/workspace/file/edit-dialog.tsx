import type { FileView } from '@tradepost/contracts/storage';
import { Modal } from 'antd';
import { useState } from 'react';
import { useToast } from '../../../ui/notice/use-toast';
import { useEditFile } from '../api';
import { TermsFields } from '../upload/terms-fields';
import { termsOf, type FileTerms } from '../upload/terms';
import { t } from '../../../i18n/t';

const names = { records: t('Records'), total: t('Amount') };

export function EditDialog({ folderId, file, onClose }: { folderId: string; file: FileView; onClose: () => void }) {
  const [terms, setTerms] = useState<FileTerms>(() => termsOf(file));
  const { sample } = file;
  const edit = useEditFile();
  const toast = useToast();
  const save = () =>
    edit.mutate(
      {
        folderId,
        fileId: file.id,
        category: terms.category,
        currency: terms.currency,
        records: Number(terms.numberOfRecords),
        amount: Number(terms.totalAmount),
        price: Number(terms.price),
        ...(terms.sample !== sample && { sample: terms.sample === 'file' }),
        ...(sample === 'rows' && terms.sample !== 'rows' && { preview: null }),
      },
      {
        onSuccess: () => {
          toast.success({ title: t('Success'), description: t('{name} was saved.', { name: file.name }) });
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: t('Error'), description: message }),
      },
    );
  return (
    <Modal
      open
      title={t('Edit File Details')}
      okText={t('Save changes')}
      cancelText={t('Cancel')}
      confirmLoading={edit.isPending}
      onOk={save}
      onCancel={onClose}
      width={560}
    >
      <TermsFields terms={terms} onChange={setTerms} names={names} hasRows={sample === 'rows'} />
    </Modal>
  );
}
