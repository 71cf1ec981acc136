import { Form, Modal, Radio } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useToast } from '../../ui/use-toast';
import { useReplayFailed } from './api';

const spans = [
  { value: 1, label: 'The last hour' },
  { value: 24, label: 'The last day' },
  { value: 7 * 24, label: 'The last 7 days' },
  { value: 30 * 24, label: 'The last 30 days' },
];

/** Sends what failed again, from a time on. */
export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const replay = useReplayFailed();
  const toast = useToast();
  const [hours, setHours] = useState(24);
  const submit = () =>
    replay.mutateAsync({ id: webhookId, since: dayjs().subtract(hours, 'hour').toISOString() }).then(
      ({ replayed }) => {
        onClose();
        toast.success({
          title: 'Success',
          description:
            replayed === 0
              ? 'Nothing failed in this time'
              : replayed === 1
                ? 'One event is sent again'
                : `${replayed} events are sent again`,
        });
      },
      ({ message }: Error) => toast.destructive({ title: 'Error', description: message }),
    );
  return (
    <Modal
      open
      title="Send failed deliveries again"
      okText="Send again"
      confirmLoading={replay.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Of which time"
          extra="Your program drops what it has by the id of the event."
          style={{ marginBottom: 0 }}
        >
          <Radio.Group
            aria-label="Of which time"
            vertical
            value={hours}
            options={spans}
            onChange={({ target }) => setHours(target.value as number)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
