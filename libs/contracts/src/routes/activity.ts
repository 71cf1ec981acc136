import { audit } from '../audit';
import { notification } from '../notification';
import { webhooks } from '../webhooks';
import { del, get, patch, post, type Route } from './route';

export const activityRoutes = {
  logs: post('/logs/user', audit.logs, { allow: 'any', key: 'read', self: { id: 'user-or-company' } }),

  notifications: get('/notifications', notification.feed, { list: true, allow: 'any' }),
  readNotifications: post('/notifications/read', notification.markRead, { allow: 'any' }),
  notificationPreferences: get('/notifications/preferences', notification.preferences, { allow: 'any' }),
  saveNotificationPreferences: post('/notifications/preferences', notification.savePreferences, { allow: 'any' }),
  /** A confirmation page. Opening the link changes nothing, because mail scanners open links too. */
  unsubscription: get('/notifications/unsubscribe', notification.unsubscription, { allow: 'public', answer: 'page' }),
  unsubscribe: post('/notifications/unsubscribe', notification.unsubscribe, { allow: 'public' }),

  webhooks: get('/webhooks', webhooks.list, { list: true, allow: 'any' }),
  /** Not idempotent: the answer contains the secret, so it is not stored for repeats. */
  createWebhook: post('/webhooks', webhooks.create, { allow: 'any', status: 201 }),
  changeWebhook: patch('/webhooks/:id', webhooks.change, { allow: 'any' }),
  removeWebhook: del('/webhooks/:id', webhooks.remove, { allow: 'any' }),
  switchWebhook: post('/webhooks/:id/switch', webhooks.switch, { allow: 'any' }),
  rotateWebhookSecret: post('/webhooks/:id/secret', webhooks.rotate, { allow: 'any' }),
  testWebhook: post('/webhooks/:id/test', webhooks.test, { allow: 'any' }),
  webhookDeliveries: get('/webhooks/:id/deliveries', webhooks.deliveries, { list: true, allow: 'any' }),
  replayDelivery: post('/webhooks/:id/deliveries/:deliveryId/replay', webhooks.replay, { allow: 'any' }),
  replayFailedDeliveries: post('/webhooks/:id/replay', webhooks.replayFailed, { allow: 'any' }),
} satisfies Record<string, Route>;
