import type { Webhook, WebhookDelivery } from '@tradepost/contracts/webhooks';
import type { DeliveryRow, WebhookRow } from './webhook.entity';

const iso = (time: Date | null) => time?.toISOString() ?? null;

export function viewOf({
  id,
  url,
  kinds,
  description,
  enabled,
  offBecause,
  createdAt,
  failingSince,
  lastDeliveredAt,
  secretEnd,
  oldSecretUntil,
}: WebhookRow): Webhook {
  return {
    id,
    url,
    kinds,
    description,
    enabled,
    offBecause,
    createdAt: createdAt.toISOString(),
    failingSince: iso(failingSince),
    lastDeliveredAt: iso(lastDeliveredAt),
    secretEnd,
    oldSecretUntil: oldSecretUntil && oldSecretUntil > new Date() ? oldSecretUntil.toISOString() : null,
  };
}

export function deliveryViewOf({
  id,
  eventId,
  kind,
  at,
  status,
  attempts,
  lastAttemptAt,
  nextAttemptAt,
  fault,
  responseStatus,
  response,
  tookMs,
}: DeliveryRow): WebhookDelivery {
  return {
    id,
    eventId,
    kind,
    at: at.toISOString(),
    status,
    attempts,
    lastAttemptAt: iso(lastAttemptAt),
    nextAttemptAt: iso(nextAttemptAt),
    fault,
    responseStatus,
    response,
    tookMs,
  };
}
