import type { FileView } from '@tradepost/contracts/storage';
import { Modal } from 'antd';
import { useState } from 'react';
import { useToast } from '../../ui/use-toast';
import { useEditFile, type FileTerms } from './api';
import { TermsFields } from './terms-fields';

export function EditDialog({ folderId, file, onClose }: { folderId: string; file: FileView; onClose: () => void }) {
  const { category, price, currency, numberOfRecords, totalAmount } = file;
  const [terms, setTerms] = useState<FileTerms>({ category, price, currency, numberOfRecords: String(numberOfRecords), totalAmount });
  const edit = useEditFile();
  const toast = useToast();
  const save = () =>
    edit.mutate(
      { folderId, fileId: file.id, category: terms.category, currency: terms.currency, records: Number(terms.numberOfRecords), amount: Number(terms.totalAmount), price: Number(terms.price) },
      {
        onSuccess: () => {
          toast.success({ title: 'Success', description: `${file.name} was saved.` });
          onClose();
        },
        onError: ({ message }) => toast.destructive({ title: 'Error', description: message }),
      },
    );
  return (
    <Modal open title="Edit File Details" okText="Save changes" cancelText="Cancel" confirmLoading={edit.isPending} onOk={save} onCancel={onClose}>
      <TermsFields terms={terms} onChange={setTerms} followTotal={false} />
    </Modal>
  );
}
