import {
  webhookKinds,
  type DeliveryStatus,
  type Webhook,
  type WebhookDelivery,
  type WebhookFault,
} from '@tradepost/contracts/webhooks';
import { StatusTag, type Tone } from '../../ui/feedback/status-tag';
import { Secret, ShownOnce } from '../../ui/secret/shown-once';
import { t } from '../../i18n/t';

export const statusLabels: Record<DeliveryStatus, string> = {
  waiting: t('Waiting'),
  delivered: t('Delivered'),
  failed: t('Failed'),
};
const tones: Record<DeliveryStatus, Tone> = { waiting: 'yellow', delivered: 'green', failed: 'red' };

export const DeliveryTag = ({ status }: { status: DeliveryStatus }) => (
  <StatusTag tone={tones[status]} text={statusLabels[status]} />
);

export const kindLabel = (kind: WebhookDelivery['kind']) => (kind === 'test' ? t('Test') : t(webhookKinds[kind]));

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

/** The secret of a webhook, until the person confirms that it is saved. */
export const WebhookSecret = ({ secret, onSaved }: { secret: string; onSaved: () => void }) => (
  <ShownOnce
    title={t('Copy this secret now')}
    text={t('Your program uses it to verify that events come from Tradepost. It is not shown again.')}
    onDone={onSaved}
  >
    <Secret label={t('Secret')} copy={t('Copy secret')} value={secret} autoFocus />
  </ShownOnce>
);
