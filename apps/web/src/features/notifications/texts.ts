import type { LiveUpdateData, NotificationData, NotificationType } from '@tradepost/contracts/live-updates';
import { countOf, formatDate } from '../../ui/feedback/format';

interface NotificationText<T extends NotificationType> {
  text: (data: LiveUpdateData<T>) => string;
  /** The page of what the text names. */
  to: (data: LiveUpdateData<T>) => string;
}

const because = (reason: string | null) => (reason ? `: ${reason}` : '.');

const listOf = (path: string, filters: Record<string, string>) => `${path}?${new URLSearchParams(filters)}`;
const requestOf = ({ requestId }: { requestId: string }) => `/requests/${requestId}`;
const transferOf = ({ requestId }: { requestId: string }) => `/transfers/${requestId}`;

/** The text of each notification and the screen it leads to. */
const texts: { [T in NotificationType]: NotificationText<T> } = {
  'request.created': {
    text: ({ receiverEmail, files: count }) => `${receiverEmail} requested ${countOf(count, 'file')}.`,
    to: requestOf,
  },
  // a withdrawn request is deleted
  'request.withdrawn': {
    text: ({ receiverEmail }) => `${receiverEmail} withdrew a request.`,
    to: ({ receiverEmail }) => listOf('/requests', { receiver: receiverEmail }),
  },
  'request.key-arrived': {
    text: ({ receiverEmail }) => `${receiverEmail} signed their request for encrypted files: you can now accept it.`,
    to: requestOf,
  },
  'request.accepted': { text: ({ companyName }) => `${companyName} accepted your request.`, to: transferOf },
  'request.rejected': {
    text: ({ companyName, reason }) => `${companyName} rejected your request${because(reason)}`,
    to: requestOf,
  },
  'archive.ready': {
    text: ({ companyName }) => `The files you requested from ${companyName} are ready to download.`,
    to: transferOf,
  },
  'transfer.changed': {
    text: (data) =>
      data.change === 'extended'
        ? `${data.companyName} extended a transfer until ${formatDate(data.expiry)}.`
        : `${data.companyName} withdrew a transfer${because(data.reason)}`,
    to: transferOf,
  },
  'transfer.expiring': {
    text: ({ companyName, expiry }) =>
      `A transfer from ${companyName} ends ${formatDate(expiry)}. You have not downloaded anything yet.`,
    to: transferOf,
  },
  'transfer.downloaded': {
    text: ({ receiverEmail }) => `${receiverEmail} started downloading your files.`,
    to: transferOf,
  },
  'folder.delivered': {
    text: ({ companyName, folderName }) => `${companyName} delivered ${folderName}.`,
    to: ({ folderId }) => listOf('/share-folders', { folder: folderId }),
  },
  'file.replaced': {
    text: ({ companyName, name, folderName, version }) =>
      `${companyName} replaced ${name} in ${folderName}: version ${version}.`,
    to: ({ folderId }) => listOf('/share-folders', { folder: folderId }),
  },
  'kyc.changed': { text: ({ status }) => `Your business registration is now ${status}.`, to: () => '/kyc-approval' },
  'invitation.received': {
    text: ({ companyName }) => `${companyName} wants to share its data with you.`,
    to: () => '/accept-invitation',
  },
  'invitation.accepted': {
    text: ({ email }) => `${email} accepted your invitation.`,
    to: ({ email }) => listOf('/invitations', { q: email }),
  },
  'invitation.ended': {
    text: ({ partnerName }) => `${partnerName} ended the partnership with you.`,
    to: () => '/accept-invitation',
  },
  'webhook.off': {
    text: ({ host }) => `The webhook to ${host} was turned off: deliveries failed for days.`,
    to: () => '/profile#webhooks',
  },
};

interface Notified {
  type: NotificationType;
  data: NotificationData;
}

export const textOf = ({ type, data }: Notified) => (texts[type].text as (data: NotificationData) => string)(data);
export const linkOf = ({ type, data }: Notified) => (texts[type].to as (data: NotificationData) => string)(data);
