import type { WebhookDelivery } from '@tradepost/contracts/webhooks';
import { Button, Descriptions, Modal, Typography } from 'antd';
import { TimeText } from '../../ui/feedback/time-text';
import { DeliveryTag, kindLabel, outcomeOf } from './parts';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './webhooks.module.css';

const noTime = '–';

/** Details of one delivery, with the first part of the response. */
export function DeliveryDialog({ delivery, onClose }: { delivery: WebhookDelivery; onClose: () => void }) {
  const { kind, eventId, at, status, attempts, lastAttemptAt, nextAttemptAt, tookMs, response } = delivery;
  const items = [
    { key: 'status', label: t('Status'), children: <DeliveryTag status={status} /> },
    { key: 'event', label: t('Event id'), children: <span className={layout.breakWords}>{eventId}</span> },
    { key: 'at', label: t('When'), children: <TimeText iso={at} /> },
    { key: 'attempts', label: t('Attempts'), children: attempts },
    { key: 'last', label: t('Last attempt'), children: lastAttemptAt ? <TimeText iso={lastAttemptAt} /> : noTime },
    {
      key: 'outcome',
      label: t('Last response'),
      children:
        tookMs === null
          ? outcomeOf(delivery)
          : t('{delivery}, after {tookMs} ms', { delivery: outcomeOf(delivery), tookMs }),
    },
    { key: 'next', label: t('Next attempt'), children: nextAttemptAt ? <TimeText iso={nextAttemptAt} /> : noTime },
  ];
  return (
    <Modal
      open
      title={kindLabel(kind)}
      width={640}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <Descriptions column={1} size="small" items={items} />
      <Typography.Title level={2} className={styles.responseTitle}>
        {t('Start of the response')}
      </Typography.Title>
      {response ? (
        <pre tabIndex={0} aria-label={t('Start of the response')} className={styles.response}>
          {response}
        </pre>
      ) : (
        <Typography.Text type="secondary">{t('No response.')}</Typography.Text>
      )}
    </Modal>
  );
}
