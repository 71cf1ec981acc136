import { command, event } from './define';
import {
  array,
  boolean,
  id,
  line,
  mixed,
  number,
  object,
  paging,
  time,
  words,
  type Message,
  type Page,
} from './fields';
import type { NoticeType } from './notification';

/** What a webhook can be told of, in words: whatever `GET /events` tells a company and that is not gone with the next moment. */
export const webhookKinds: Record<NoticeType, string> = {
  'request.created': 'A partner asks for files',
  'request.accepted': 'A request of yours was accepted',
  'request.rejected': 'A request of yours was rejected',
  'request.withdrawn': 'A partner took back a request',
  'request.key-arrived': 'A partner can now be given end-to-end encrypted files',
  'archive.ready': 'The archive of a transfer is ready',
  'transfer.changed': 'A transfer to you was changed',
  'transfer.expiring': 'A transfer to you ends soon',
  'transfer.downloaded': 'A partner began to download',
  'folder.delivered': 'A folder was delivered to you',
  'file.replaced': 'A file you see has a new version',
  'kyc.changed': 'Your registration has a new status',
  'invitation.received': 'A company invited you',
  'invitation.accepted': 'A partner accepted an invitation',
  'invitation.ended': 'A partnership ended',
  'webhook.off': 'A webhook was switched off',
};

export type WebhookKind = keyof typeof webhookKinds;

const kinds = Object.keys(webhookKinds) as WebhookKind[];

export const webhooksPerCompany = 10;
/** After its rotation a secret still signs, beside the new one, so long. */
export const oldSecretHours = 24;
/** A delivery is tried so long. */
export const webhookTryHours = 24;
/** An endpoint that only failed for so long is switched off. */
export const webhookFailDays = 3;
/** What was delivered is listed so long. */
export const deliveryDays = 30;

/** `address`: the host has no public address, or none at all. `secret`: ours cannot be read any more. `off`: given up because the webhook was switched off. */
export type WebhookFault = 'address' | 'connection' | 'tls' | 'timeout' | 'redirect' | 'status' | 'secret' | 'off';

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed';

export interface Webhook {
  id: string;
  url: string;
  kinds: WebhookKind[];
  description: string;
  enabled: boolean;
  /** Why it is off: its company wanted so, or nothing arrived for days. */
  offBecause: 'owner' | 'failing' | null;
  createdAt: string;
  /** When it began to fail, if it does. */
  failingSince: string | null;
  lastDeliveredAt: string | null;
  /** The last characters of its secret. */
  secretEnd: string;
  /** Until then the secret before the present one signs too. */
  oldSecretUntil: string | null;
}

/** The secret is shown here and never again. */
export type NewSecret = Webhook & { secret: string };

export interface WebhookDelivery {
  id: string;
  /** The `id` in what is sent: the same at each repeat. */
  eventId: string;
  kind: WebhookKind | 'test';
  /** When it happened. */
  at: string;
  status: DeliveryStatus;
  attempts: number;
  lastAttemptAt: string | null;
  nextAttemptAt: string | null;
  fault: WebhookFault | null;
  responseStatus: number | null;
  /** The beginning of the last answer's body. */
  response: string | null;
  /** Of the last attempt, in milliseconds. */
  tookMs: number | null;
}

/** What is sent. `data` says what `GET /events` says, and carries no secret. */
export interface WebhookEvent {
  id: string;
  kind: WebhookKind | 'test';
  at: string;
  companyId: string;
  data: Record<string, string | number | null>;
}

/** Which part of this is wrong with an address, as far as its text tells; null for a good one. */
export function urlFault(given: string): string | null {
  if (!URL.canParse(given)) return 'Enter an address like https://example.com/hooks';
  const { protocol, username, password, hash } = new URL(given);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The address must begin with https://';
  if (username || password) return 'The address must not carry a user name or password';
  if (hash) return 'The address must not have a part after #';
  return null;
}

const url = () =>
  words(2000).test('url', (value, context) => {
    const fault = value ? urlFault(value) : null;
    return fault === null || context.createError({ message: fault });
  });
const chosen = () =>
  array(mixed<WebhookKind>().oneOf(kinds, 'Choose among the events that there are').required())
    .min(1, 'Choose at least one event')
    .max(kinds.length, 'Choose each event once');
const description = () => line(200);
const one = { id: id().required() };

export const webhooks = {
  /** Of the acting user's company, oldest first. @throws COMPANY_MISSING */
  list: command<Webhook[]>()('notification.webhooks', object({})),
  /** At most ten. @throws COMPANY_MISSING, WEBHOOKS_FULL */
  create: command<NewSecret>()(
    'notification.create-webhook',
    object({
      url: url().required('Enter an address'),
      kinds: chosen().required('Choose at least one event'),
      description: description().default(''),
    }),
  ),
  /** What is left out stays. @throws COMPANY_MISSING */
  change: command<Webhook>()(
    'notification.change-webhook',
    object({ ...one, url: url(), kinds: chosen().optional().default(undefined), description: description() }),
  ),
  /** What waits when it is switched off is given up, and can be sent again. @throws COMPANY_MISSING */
  switch: command<Webhook>()('notification.switch-webhook', object({ ...one, enabled: boolean().required() })),
  /** @throws COMPANY_MISSING */
  remove: command<Message>()('notification.remove-webhook', object(one)),
  /** A new secret; the present one signs beside it for another day. @throws COMPANY_MISSING */
  rotate: command<NewSecret>()('notification.rotate-webhook', object(one)),
  /** Sends a `test` event now, once, whether or not the webhook is on. @throws COMPANY_MISSING, TOO_MANY */
  test: command<WebhookDelivery>()('notification.test-webhook', object(one)),
  /** Newest first. @throws COMPANY_MISSING */
  deliveries: command<Page<WebhookDelivery>>()(
    'notification.webhook-deliveries',
    object({
      ...one,
      page: number().integer().min(1).max(1_000_000).default(1),
      pageSize: paging.pageSize,
      status: mixed<DeliveryStatus>().oneOf(['waiting', 'delivered', 'failed']),
      kind: mixed<WebhookKind | 'test'>().oneOf([...kinds, 'test']),
    }),
  ),
  /** Sends it again, and now. @throws COMPANY_MISSING, WEBHOOK_OFF */
  replay: command<WebhookDelivery>()('notification.replay-delivery', object({ ...one, deliveryId: id().required() })),
  /** Sends all that failed since then again. @throws COMPANY_MISSING, WEBHOOK_OFF */
  replayFailed: command<{ replayed: number }>()(
    'notification.replay-failed',
    object({ ...one, since: time().required('Say since when') }),
  ),
};

/** `host` is all that is told of an address: the rest of it may be a secret. */
export interface AboutWebhook {
  companyId: string;
  webhookId: string;
  host: string;
}

export const webhookEvents = {
  webhookCreated: event<AboutWebhook>('evt.notification.webhook-created', { to: ['audit'] }),
  webhookChanged: event<AboutWebhook>('evt.notification.webhook-changed', { to: ['audit'] }),
  webhookSwitched: event<AboutWebhook & { enabled: boolean; because: Webhook['offBecause'] }>(
    'evt.notification.webhook-switched',
    { to: ['audit'] },
  ),
  webhookRemoved: event<AboutWebhook>('evt.notification.webhook-removed', { to: ['audit'] }),
  webhookSecretRotated: event<AboutWebhook>('evt.notification.webhook-secret-rotated', { to: ['audit'] }),
};
