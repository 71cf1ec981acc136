import { auditEvents } from './audit';
import type { Event } from './define';
import { identityEvents } from './identity';
import { kycEvents } from './kyc';
import { notificationEvents } from './notification';
import { requestEvents } from './requests';
import { storageEvents } from './storage';
import { webhookEvents } from './webhooks';

/** Every event of the product: what a service must take is what names it here. */
export const allEvents: Event<any>[] = [
  identityEvents,
  kycEvents,
  storageEvents,
  requestEvents,
  notificationEvents,
  webhookEvents,
  auditEvents,
].flatMap((events) => Object.values(events));
