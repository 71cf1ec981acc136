import {
  webhookKinds,
  type DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  type WebhookFault,
} from '@tradepost/contracts/webhooks';
import { Alert, Button, Flex } from 'antd';
import { CopyButton } from '../../ui/feedback/copy-button';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { t } from '../../i18n/t';
import styles from './webhooks.module.css';

export const statusLabels: Record<DeliveryStatus, string> = {
  waiting: t('Waiting'),
  delivered: t('Delivered'),
  failed: t('Failed'),
};
const tones: Record<DeliveryStatus, Tone> = { waiting: 'yellow', delivered: 'green', failed: 'red' };

export const DeliveryTag = ({ status }: { status: DeliveryStatus }) => (
  <StatusTag tone={tones[status]} text={statusLabels[status]} />
);

export const kindLabel = (kind: WebhookDelivery['kind']) => (kind === 'test' ? t('Test') : webhookKinds[kind]);

const faults: Record<Exclude<WebhookFault, 'status' | 'redirect'>, string> = {
  address: t('The host has no public address'),
  connection: t('No connection'),
  tls: t('TLS failed: the certificate is not valid or not trusted'),
  timeout: t('No response within 10 seconds'),
  secret: t('The secret cannot be read: renew it'),
  off: t('Not sent: the webhook was switched off'),
};

/** Result of the last attempt, as text. */
export function outcomeOf({ fault, responseStatus, attempts }: WebhookDelivery): string {
  if (fault === null)
    return responseStatus === null
      ? attempts > 0
        ? t('Being sent')
        : t('Not sent yet')
      : t('Answered {responseStatus}', { responseStatus });
  if (fault === 'status') return t('Answered {responseStatus}', { responseStatus });
  if (fault === 'redirect') return t('Answered {responseStatus}: redirects are not followed', { responseStatus });
  return faults[fault];
}

export function WebhookTag({ webhook: { enabled, offBecause, failingSince } }: { webhook: Webhook }) {
  if (enabled)
    return failingSince ? <StatusTag tone="yellow" text={t('Failing')} /> : <StatusTag tone="green" text={t('On')} />;
  return offBecause === 'failing' ? (
    <StatusTag tone="red" text={t('Switched off after days of failures')} />
  ) : (
    <StatusTag tone="grey" text={t('Off')} />
  );
}

/** Shows the secret once, until the person confirms that it is saved. */
export function SecretOnce({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  return (
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        title={t('Save this secret')}
        description={t('Your program uses it to verify that events come from Tradepost. It is not shown again.')}
      />
      <code aria-label={t('Secret')} className={styles.secret}>
        {secret}
      </code>
      <div>
        <CopyButton text={secret}>{t('Copy')}</CopyButton>
      </div>
      <Button type="primary" size="large" block onClick={onSaved}>
        {t('I have saved it')}
      </Button>
    </Flex>
  );
}
