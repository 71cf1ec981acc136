import type { WebhookDelivery } from '@tradepost/contracts/webhooks';
import { Button, Descriptions, Modal, Typography } from 'antd';
import { TimeText } from '../../ui/feedback/time-text';
import { DeliveryTag, kindLabel, outcomeOf } from './parts';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

const noTime = '–';

/** Details of one delivery, with the first part of the response. */
export function DeliveryDialog({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { kind, eventId, at, status, attempts, lastAttemptAt, nextAttemptAt, tookMs, response } = delivery;
  const items = [
    { key: 'status', label: 'Status', children: <DeliveryTag status={status} /> },
    { key: 'event', label: 'Event', children: <span className={layout.breakWords}>{eventId}</span> },
    { key: 'at', label: 'When', children: <TimeText iso={at} /> },
    { key: 'attempts', label: 'Attempts', children: attempts },
    { key: 'last', label: 'Last attempt', children: lastAttemptAt ? <TimeText iso={lastAttemptAt} /> : noTime },
    {
      key: 'outcome',
      label: 'Last response',
      children: tookMs === null ? outcomeOf(delivery) : `${outcomeOf(delivery)}, after ${tookMs} ms`,
    },
    { key: 'next', label: 'Next attempt', children: nextAttemptAt ? <TimeText iso={nextAttemptAt} /> : noTime },
  ];
  return (
    <Modal
      open
      title={kindLabel(kind)}
      width={640}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Descriptions column={1} size="small" items={items} />
      <Typography.Title level={3} className={styles.responseTitle}>
        Start of the response
      </Typography.Title>
      {response ? (
        <pre tabIndex={0} aria-label="Start of the response" className={styles.response}>
          {response}
        </pre>
      ) : (
        <Typography.Text type="secondary">No response.</Typography.Text>
      )}
    </Modal>
  );
}
