import { Form, Modal, Radio } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useToast } from '../../ui/notice/use-toast';
import { useReplayFailed } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const spans = [
  { value: 1, label: t('The last hour') },
  { value: 24, label: t('The last day') },
  { value: 7 * 24, label: t('The last 7 days') },
  { value: 30 * 24, label: t('The last 30 days') },
];

/** Resends failed deliveries of a period. */
export function ReplayDialog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const replay = useReplayFailed();
  const toast = useToast();
  const [openedAt] = useState(() => dayjs());
  const [hours, setHours] = useState(24);
  const submit = () =>
    replay.mutateAsync({ id: webhookId, since: openedAt.subtract(hours, 'hour').toISOString() }).then(
      ({ replayed }) => {
        onClose();
        toast.success({
          title: t('Success'),
          description:
            replayed === 0
              ? t('No delivery failed in this period')
              : replayed === 1
                ? t('1 event is being sent again')
                : t('{replayed} events are being sent again', { replayed }),
        });
      },
      ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
    );
  return (
    <Modal
      open
      title={t('Send failed deliveries again')}
      okText={t('Send again')}
      confirmLoading={replay.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('Period')}
          extra={t('Your program can use the event’s id to ignore repeated events.')}
          className={layout.marginBottom0}
        >
          <Radio.Group
            aria-label={t('Period')}
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
