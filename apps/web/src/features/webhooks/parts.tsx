import {
  webhookKinds,
  type DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  type WebhookFault,
} from '@tradepost/contracts/webhooks';
import { Alert, Button, Flex, theme } from 'antd';
import { CopyButton } from '../../ui/copy-button';
import { StatusTag, type Tone } from '../../ui/status-tag';

export const statusWords: Record<DeliveryStatus, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};
const tones: Record<DeliveryStatus, Tone> = { waiting: 'yellow', delivered: 'green', failed: 'red' };

export const DeliveryTag = ({ status }: { status: DeliveryStatus }) => (
  <StatusTag tone={tones[status]} text={statusWords[status]} />
);

export const kindWords = (kind: WebhookDelivery['kind']) => (kind === 'test' ? 'A test' : webhookKinds[kind]);

const faults: Record<Exclude<WebhookFault, 'status' | 'redirect'>, string> = {
  address: 'The host has no public address',
  connection: 'No connection',
  tls: 'TLS failed: the certificate does not fit or is not trusted',
  timeout: 'No answer within 10 seconds',
  secret: 'The secret cannot be read any more: renew it',
  off: 'Not sent: the webhook was switched off',
};

/** What came of the last attempt, in words. */
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
    <StatusTag tone="red" text="Switched off: it failed for days" />
  ) : (
    <StatusTag tone="grey" text="Off" />
  );
}

/** Shown once: nobody goes on without having said that it is kept. */
export function SecretOnce({ secret, onSaved }: { secret: string; onSaved: () => void }) {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={16}>
      <Alert
        type="warning"
        showIcon
        title="Save this secret"
        description="Your program checks with it that what it gets comes from here. It is not shown again."
      />
      <code
        aria-label="Secret"
        style={{
          padding: 16,
          background: token.colorFillQuaternary,
          borderRadius: token.borderRadius,
          fontFamily: token.fontFamilyCode,
          fontSize: 15,
          overflowWrap: 'anywhere',
        }}
      >
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
