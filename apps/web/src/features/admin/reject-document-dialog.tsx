import { documentFaults, type DocumentFault, type KycDocument } from '@tradepost/contracts/kyc';
import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

interface RejectDocumentDialogProps {
  document: KycDocument;
  isPending: boolean;
  onReject: (found: { fault: DocumentFault; reason: string }) => void;
  onClose: () => void;
}

const wordsOf = (fault: DocumentFault) => documentFaults.find(([code]) => code === fault)?.[2] ?? '';

/** The reason for rejecting a document; starts with the text of the chosen fault. */
export function RejectDocumentDialog({ document: { name }, isPending, onReject, onClose }: RejectDocumentDialogProps) {
  const [fault, setFault] = useState<DocumentFault>('unreadable');
  const [reason, setReason] = useState(wordsOf('unreadable'));
  const choose = (next: DocumentFault) => {
    setFault(next);
    setReason(wordsOf(next));
  };
  return (
    <Modal
      open
      title={t('Reject {name}?', { name: t(name) })}
      okText={t('Reject')}
      okButtonProps={{ danger: true, disabled: !reason.trim() }}
      confirmLoading={isPending}
      onOk={() => onReject({ fault, reason: reason.trim() })}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('What is wrong')} htmlFor="fault">
          <Select
            id="fault"
            value={fault}
            onChange={choose}
            options={documentFaults.map(([value, label]) => ({ value, label: t(label) }))}
          />
        </Form.Item>
        <Form.Item
          label={t('Reason')}
          htmlFor="fault-reason"
          extra={t('The applicant sees it next to the document and in one email with everything else.')}
          className={layout.marginBottom0}
        >
          <Input.TextArea
            id="fault-reason"
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
