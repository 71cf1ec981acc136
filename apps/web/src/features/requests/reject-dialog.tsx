import type { RequestView } from '@tradepost/contracts/requests';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useToast } from '../../ui/notice/use-toast';
import { useReject } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

/** Rejects one or more requests. The reason is mailed to the receivers. */
export function RejectDialog({
  requests,
  onDone,
  onClose,
}: {
  requests: RequestView[];
  onDone: () => void;
  onClose: () => void;
}) {
  const reject = useReject();
  const toast = useToast();
  const [reason, setReason] = useState('');
  const [first] = requests;
  const submit = () => {
    onClose();
    // the list already shows the change, so the dialog does not wait for the server
    reject.mutateAsync({ ids: requests.map(({ id }) => id), reason: reason.trim() }).then(
      ({ rejected, failed }) => {
        const [problem] = failed;
        onDone();
        const done =
          rejected.length === 1
            ? t('The file request has been rejected.')
            : t('{count} file requests have been rejected.', { count: rejected.length });
        if (problem)
          return toast.destructive({
            title: t('Error'),
            description:
              rejected.length > 0
                ? t('{done} {count} could not be rejected: {message}', {
                    done,
                    count: failed.length,
                    message: problem.message,
                  })
                : problem.message,
          });
        toast.success({ title: t('Request Rejected'), description: done });
      },
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  };
  return (
    <Modal
      open
      title={
        requests.length === 1
          ? t('Reject the request from {companyName}?', { companyName: first?.companyName })
          : t('Reject {count} requests?', { count: requests.length })
      }
      okText={t('Reject')}
      okButtonProps={{ danger: true }}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Reason (Optional)')}
          htmlFor="reject-reason"
          extra={t('The receiver gets it by email.')}
          className={layout.marginBottom0}
        >
          <Input.TextArea
            id="reject-reason"
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
