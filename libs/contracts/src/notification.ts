import { event } from './define';

/** What a browser hears on `GET /events`. */
export type LiveType =
  | 'request.created'
  | 'request.accepted'
  | 'request.rejected'
  | 'request.withdrawn'
  | 'transfer.changed'
  | 'transfer.expiring'
  | 'transfer.downloaded'
  | 'folder.delivered'
  | 'kyc.changed'
  | 'archive.ready'
  | 'invitation.received'
  | 'invitation.accepted'
  | 'invitation.ended'
  | 'file.replaced';

/** Whom a live event is for: one user, all of one company, or whoever signed in with the address. */
export interface Audience {
  userId?: string;
  companyId?: string;
  email?: string;
}

export type NoticeData = Record<string, string | number | null>;

/** Nobody keeps these: the gateways hear them on the bus and push them to the browsers they hold. */
export const notificationEvents = {
  posted: event<{ type: LiveType; audience: Audience[]; data: NoticeData }>('evt.notification.posted', { to: [] }),
};

export const notification = {};
