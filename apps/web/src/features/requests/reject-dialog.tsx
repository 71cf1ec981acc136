import type { RequestView } from '@tradepost/contracts/requests';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useToast } from '../../ui/use-toast';
import { useReject } from './api';

/** Says no to one request or several; the reason goes to whoever asked. */
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
    // the answer comes after the dialog has gone: the list shows the change already
    reject.mutateAsync({ ids: requests.map(({ id }) => id), reason: reason.trim() }).then(
      ({ rejected, failed }) => {
        const [problem] = failed;
        onDone();
        const done =
          rejected.length === 1
            ? 'The file request has been rejected.'
            : `${rejected.length} file requests have been rejected.`;
        if (problem)
          return toast.destructive({
            title: 'Error',
            description:
              rejected.length > 0 ? `${done} ${failed.length} could not be: ${problem.message}` : problem.message,
          });
        toast.success({ title: 'Request Rejected', description: done });
      },
      ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
    );
  };
  return (
    <Modal
      open
      title={
        requests.length === 1 ? `Reject the request of ${first?.companyName}?` : `Reject ${requests.length} requests?`
      }
      okText="Reject"
      okButtonProps={{ danger: true }}
      onOk={submit}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Reason (Optional)"
          htmlFor="reject-reason"
          extra="The receiver is told by mail."
          style={{ marginBottom: 0 }}
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
