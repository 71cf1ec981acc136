import { auditEvents } from './audit';
import type { Event } from './define';
import { identityEvents, memberListEvents } from './identity';
import { kycEvents } from './kyc';
import { notificationEvents } from './live-updates';
import { approvalEvents, assignmentEvents, requestEvents } from './requests';
import { storageEvents } from './storage';
import { webhookEvents } from './webhooks';

/** Every event of the product. A service must handle each event that names it in `to`. */
export const allEvents: Event[] = [
  identityEvents,
  memberListEvents,
  kycEvents,
  storageEvents,
  requestEvents,
  approvalEvents,
  assignmentEvents,
  notificationEvents,
  webhookEvents,
  auditEvents,
].flatMap((events) => Object.values(events));
