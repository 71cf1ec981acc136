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
import styles from './webhooks.module.css';

export const statusLabels: Record<DeliveryStatus, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};
const tones: Record<DeliveryStatus, Tone> = { waiting: 'yellow', delivered: 'green', failed: 'red' };

export const DeliveryTag = ({ status }: { status: DeliveryStatus }) => (
  <StatusTag tone={tones[status]} text={statusLabels[status]} />
);

export const kindLabel = (kind: WebhookDelivery['kind']) => (kind === 'test' ? 'Test' : webhookKinds[kind]);

const faults: Record<Exclude<WebhookFault, 'status' | 'redirect'>, string> = {
  address: 'The host has no public address',
  connection: 'No connection',
  tls: 'TLS failed: the certificate is not valid or not trusted',
  timeout: 'No response within 10 seconds',
  secret: 'The secret cannot be read: renew it',
  off: 'Not sent: the webhook was switched off',
};

/** Result of the last attempt, as text. */
export function outcomeOf({ fault, responseStatus, attempts }: WebhookDelivery): string {
  if (fault === null)
    return responseStatus === null ? (attempts > 0 ? 'Being sent' : 'Not sent yet') : `Answered ${responseStatus}`;
  if (fault === 'status') return `Answered ${responseStatus}`;
  if (fault === 'redirect') return `Answered ${responseStatus}: redirects are not followed`;
  return faults[fault];
}

export function WebhookTag({ webhook: { enabled, offBecause, failingSince } }: { webhook: Webhook }) {
  if (enabled) return failingSince ? <StatusTag tone="yellow" text="Failing" /> : <StatusTag tone="green" text="On" />;
  return offBecause === 'failing' ? (
    <StatusTag tone="red" text="Switched off after days of failures" />
  ) : (
    <StatusTag tone="grey" text="Off" />
  );
}

/** Shows the secret once, until the person confirms that it is saved. */
export function SecretOnce({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  return (
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        title="Save this secret"
        description="Your program uses it to verify that events come from Tradepost. It is not shown again."
      />
      <code aria-label="Secret" className={styles.secret}>
        {secret}
      </code>
      <div>
        <CopyButton text={secret}>Copy</CopyButton>
      </div>
      <Button type="primary" size="large" block onClick={onSaved}>
        I have saved it
      </Button>
    </Flex>
  );
}
