import { command, event } from './define';
import {
  array,
  boolean,
  id,
  singleLine,
  mixed,
  object,
  paging,
  time,
  trimmedText,
  type Message,
  type Page,
} from './values/fields';
import { notifications, type NotificationData, type NotificationType } from './live-updates';

export type WebhookKind = NotificationType;

/** Events that a webhook can subscribe to, with their labels: the notifications of `GET /events`. */
export const webhookKinds = Object.fromEntries(
  Object.values(notifications).map(({ type, label }) => [type, label]),
) as Record<WebhookKind, string>;

const kinds = Object.keys(webhookKinds) as WebhookKind[];

export const webhooksPerCompany = 10;
/** After a rotation the old secret signs together with the new one for this many hours. */
export const secretOverlapHours = 24;
/** A delivery is retried for this many hours. */
export const webhookRetryHours = 24;
/** A webhook is switched off after this many days without one successful delivery. */
export const webhookDisableAfterDays = 3;
/** Retention of the delivery log, in days. */
export const deliveryRetentionDays = 30;

/** `address`: the host does not resolve, or not to a public address. `secret`: the stored signing secret cannot be decrypted. `off`: cancelled because the webhook was switched off. */
export type WebhookFault = 'address' | 'connection' | 'tls' | 'timeout' | 'redirect' | 'status' | 'secret' | 'off';

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed';

export interface Webhook {
  id: string;
  url: string;
  kinds: WebhookKind[];
  description: string;
  enabled: boolean;
  /** Why it is switched off: by its company, or because deliveries failed for days. */
  offBecause: 'owner' | 'failing' | null;
  createdAt: string;
  /** Since when deliveries fail; null when they succeed. */
  failingSince: string | null;
  lastDeliveredAt: string | null;
  /** The last characters of its secret. */
  secretEnd: string;
  /** The previous secret signs too until this time; null when there is none. */
  oldSecretUntil: string | null;
}

/** The only answer that contains the secret. */
export type NewSecret = Webhook & { secret: string };

export interface WebhookDelivery {
  id: string;
  /** The `id` in the request body; the same for each attempt. */
  eventId: string;
  kind: WebhookKind | 'test';
  /** When the event happened. */
  at: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  fault: WebhookFault | null;
  responseStatus: number | null;
  /** The first characters of the last response body. */
  response: string | null;
  /** Duration of the last attempt, in milliseconds. */
  tookMs: number | null;
}

/** `data` of a `test` event. */
export interface WebhookTestData {
  message: string;
}

/** The request body of a delivery. `data` is the same as on `GET /events` and contains no secret. */
export interface WebhookEvent {
  id: string;
  kind: WebhookKind | 'test';
  at: string;
  companyId: string;
  data: NotificationData | WebhookTestData;
}

/** Why the text cannot be the address of a webhook; null for a valid one. The host is not resolved. */
export function urlFault(given: string): string | null {
  if (!URL.canParse(given)) return 'Enter an address like https://example.com/hooks';
  const { protocol, username, password, hash } = new URL(given);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address must begin with https://';
  if (username || password) return 'The address must not carry a user name or password';
  if (hash) return 'The address must not have a part after #';
  return null;
}

const url = () =>
  trimmedText(2000).test('url', (value, context) => {
    const fault = value ? urlFault(value) : null;
    return fault === null || context.createError({ message: fault });
  });
const chosen = () =>
  array(mixed<WebhookKind>().oneOf(kinds, 'Choose from the listed events').required())
    .min(1, 'Choose at least one event')
    .max(kinds.length, 'Choose each event once');
const description = () => singleLine(200);
const one = { id: id().required() };

export const webhooks = {
  /** The webhooks of the caller's company, oldest first. @throws COMPANY_MISSING */
  list: command<Webhook[]>()('notification.webhooks', object({})),
  /** A company can have ten. @throws COMPANY_MISSING, WEBHOOKS_FULL */
  create: command<NewSecret>()(
    'notification.create-webhook',
    object({
      url: url().required('Enter an address'),
      kinds: chosen().required('Choose at least one event'),
      description: description().default(''),
    }),
  ),
  /** Fields that are absent stay unchanged. @throws COMPANY_MISSING */
  change: command<Webhook>()(
    'notification.change-webhook',
    object({ ...one, url: url(), kinds: chosen().optional().default(undefined), description: description() }),
  ),
  /** Switches a webhook on or off. Switching it off cancels waiting deliveries; they can be sent again later. @throws COMPANY_MISSING */
  switch: command<Webhook>()('notification.switch-webhook', object({ ...one, enabled: boolean().required() })),
  /** @throws COMPANY_MISSING */
  remove: command<Message>()('notification.remove-webhook', object(one)),
  /** Creates a new secret. The current one signs too for another 24 hours. @throws COMPANY_MISSING */
  rotate: command<NewSecret>()('notification.rotate-webhook', object(one)),
  /** Sends one `test` event at once, also when the webhook is switched off. @throws COMPANY_MISSING, TOO_MANY */
  test: command<WebhookDelivery>()('notification.test-webhook', object(one)),
  /** Newest first. @throws COMPANY_MISSING */
  deliveries: command<Page<WebhookDelivery>>()(
    'notification.webhook-deliveries',
    object({
      ...one,
      page: paging.page.default(1),
      pageSize: paging.pageSize,
      status: mixed<DeliveryStatus>().oneOf(['waiting', 'delivered', 'failed']),
      kind: mixed<WebhookKind | 'test'>().oneOf([...kinds, 'test']),
    }),
  ),
  /** Sends a delivery again at once. @throws COMPANY_MISSING, WEBHOOK_OFF */
  replay: command<WebhookDelivery>()('notification.replay-delivery', object({ ...one, deliveryId: id().required() })),
  /** Sends all deliveries that failed since this time again. @throws COMPANY_MISSING, WEBHOOK_OFF */
  replayFailed: command<{ replayed: number }>()(
    'notification.replay-failed',
    object({ ...one, since: time().required('Choose a start time') }),
  ),
};

/** Only the host of the address: path and query may contain a secret. */
export interface WebhookRef {
  companyId: string;
  webhookId: string;
  host: string;
}

export const webhookEvents = {
  webhookCreated: event<WebhookRef>('evt.notification.webhook-created', { to: ['audit'] }),
  webhookChanged: event<WebhookRef>('evt.notification.webhook-changed', { to: ['audit'] }),
  webhookSwitched: event<WebhookRef & { enabled: boolean; because: Webhook['offBecause'] }>(
    'evt.notification.webhook-switched',
    { to: ['audit'] },
  ),
  webhookRemoved: event<WebhookRef>('evt.notification.webhook-removed', { to: ['audit'] }),
  webhookSecretRotated: event<WebhookRef>('evt.notification.webhook-secret-rotated', { to: ['audit'] }),
};
