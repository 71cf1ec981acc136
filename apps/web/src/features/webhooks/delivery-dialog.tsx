import type { WebhookDelivery } from '@tradepost/contracts/webhooks';
import { Button, Descriptions, Modal, Typography, theme } from 'antd';
import { TimeText } from '../../ui/time-text';
import { DeliveryTag, kindWords, outcomeOf } from './parts';

const noTime = '–';

/** Everything that is known of one delivery, the beginning of the answer included. */
export function DeliveryDialog({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { token } = theme.useToken();
  const { kind, eventId, at, status, attempts, lastAttemptAt, nextAttemptAt, tookMs, response } = delivery;
  const items = [
    { key: 'status', label: 'Status', children: <DeliveryTag status={status} /> },
    { key: 'event', label: 'Event', children: <span style={{ overflowWrap: 'anywhere' }}>{eventId}</span> },
    { key: 'at', label: 'When', children: <TimeText iso={at} /> },
    { key: 'attempts', label: 'Attempts', children: attempts },
    { key: 'last', label: 'Last attempt', children: lastAttemptAt ? <TimeText iso={lastAttemptAt} /> : noTime },
    {
      key: 'outcome',
      label: 'Last answer',
      children: tookMs === null ? outcomeOf(delivery) : `${outcomeOf(delivery)}, after ${tookMs} ms`,
    },
    { key: 'next', label: 'Next attempt', children: nextAttemptAt ? <TimeText iso={nextAttemptAt} /> : noTime },
  ];
  return (
    <Modal
      open
      title={kindWords(kind)}
      width={640}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Descriptions column={1} size="small" items={items} />
      <Typography.Title level={3} style={{ fontSize: 14, margin: '16px 0 8px' }}>
        Beginning of the answer
      </Typography.Title>
      {response ? (
        <pre
          tabIndex={0}
          aria-label="Beginning of the answer"
          style={{
            margin: 0,
            padding: 12,
            maxHeight: 200,
            overflow: 'auto',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            background: token.colorFillQuaternary,
            borderRadius: token.borderRadius,
            fontFamily: token.fontFamilyCode,
          }}
        >
          {response}
        </pre>
      ) : (
        <Typography.Text type="secondary">There was none.</Typography.Text>
      )}
    </Modal>
  );
}
