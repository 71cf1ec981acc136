import type { LiveUpdateData, NotificationData, NotificationType } from '@tradepost/contracts/live-updates';
import type { RecoveryStep } from '@tradepost/contracts/encryption/recovery';
import type { HandoverStage } from '@tradepost/contracts/identity';
import { formatDate } from '../../ui/feedback/format';
import { t } from '../../i18n/t';

interface NotificationText<T extends NotificationType> {
  text: (data: LiveUpdateData<T>) => string;
  /** The page of what the text names. */
  to: (data: LiveUpdateData<T>) => string;
}

const because = (reason: string | null) => (reason ? `: ${reason}` : '.');

const listOf = (path: string, filters: Record<string, string>) => `${path}?${new URLSearchParams(filters)}`;
const requestOf = ({ requestId }: { requestId: string }) => `/requests/${requestId}`;
const transferOf = ({ requestId }: { requestId: string }) => `/transfers/${requestId}`;

const recoveryTexts: Record<RecoveryStep, (named: { email: string; companyName: string }) => string> = {
  made: (named) => t('{email} gave recovery shares of the keys of {companyName} to members.', named),
  ended: (named) => t('{email} removed the recovery shares of the keys of {companyName}.', named),
  started: (named) => t('{email} asks to recover the keys of {companyName}.', named),
  approved: (named) => t('{email} approved the recovery of the keys of {companyName}.', named),
  stopped: (named) => t('{email} stopped the recovery of the keys of {companyName}.', named),
  finished: (named) => t('{email} recovered the keys of {companyName}.', named),
};

const handoverTexts: Record<HandoverStage, (named: { email: string; toEmail: string; companyName: string }) => string> =
  {
    started: (named) => t('{email} is handing {companyName} over to {toEmail}.', named),
    cancelled: (named) => t('{email} stopped the handover of {companyName}.', named),
    accepted: (named) => t('{toEmail} is the owner of {companyName} now.', named),
  };

/** The text of each notification and the screen it leads to. */
const texts: { [T in NotificationType]: NotificationText<T> } = {
  'request.created': {
    text: ({ receiverEmail, files: count }) =>
      t('{receiverEmail} requested {count, plural, one {# file} other {# files}}.', { receiverEmail, count }),
    to: requestOf,
  },
  'request.approved': {
    text: ({ by, receiverEmail }) => t('{by} approved the request of {receiverEmail}.', { by, receiverEmail }),
    to: requestOf,
  },
  'request.assigned': {
    text: ({ by, receiverEmail }) => t('{by} assigned the request of {receiverEmail} to you.', { by, receiverEmail }),
    to: requestOf,
  },
  'request.stand-in': {
    text: ({ receiverEmail, email, until }) =>
      t('The request of {receiverEmail} was assigned to {email}, who is away. You stand in until {until}.', {
        receiverEmail,
        email,
        until: formatDate(until),
      }),
    to: requestOf,
  },
  'request.commented': { text: ({ by }) => t('{by} commented on a request.', { by }), to: requestOf },
  'request.approvals-removed': {
    text: ({ receiverEmail }) => t('{receiverEmail} changed a request: it needs approvals again.', { receiverEmail }),
    to: requestOf,
  },
  // a withdrawn request is deleted
  'request.withdrawn': {
    text: ({ receiverEmail }) => t('{receiverEmail} withdrew a request.', { receiverEmail }),
    to: ({ receiverEmail }) => listOf('/requests', { receiver: receiverEmail }),
  },
  'request.key-arrived': {
    text: ({ receiverEmail }) =>
      t('{receiverEmail} signed their request for encrypted files: you can now accept it.', { receiverEmail }),
    to: requestOf,
  },
  'request.accepted': {
    text: ({ companyName }) => t('{companyName} accepted your request.', { companyName }),
    to: transferOf,
  },
  'request.rejected': {
    text: ({ companyName, reason }) =>
      t('{companyName} rejected your request{reason}', { companyName, reason: because(reason) }),
    to: requestOf,
  },
  'archive.ready': {
    text: ({ companyName }) => t('The files you requested from {companyName} are ready to download.', { companyName }),
    to: transferOf,
  },
  'transfer.changed': {
    text: (data) =>
      data.change === 'extended'
        ? t('{companyName} extended a transfer until {expiry}.', {
            companyName: data.companyName,
            expiry: formatDate(data.expiry),
          })
        : t('{companyName} revoked a transfer{reason}', {
            companyName: data.companyName,
            reason: because(data.reason),
          }),
    to: transferOf,
  },
  'transfer.expiring': {
    text: ({ companyName, expiry }) =>
      t('A transfer from {companyName} ends {expiry}. You have not downloaded anything yet.', {
        companyName,
        expiry: formatDate(expiry),
      }),
    to: transferOf,
  },
  'transfer.downloaded': {
    text: ({ receiverEmail }) => t('{receiverEmail} started downloading your files.', { receiverEmail }),
    to: transferOf,
  },
  'folder.delivered': {
    text: ({ companyName, folderName }) => t('{companyName} delivered {folderName}.', { companyName, folderName }),
    to: ({ folderId }) => listOf('/share-folders', { folder: folderId }),
  },
  'file.replaced': {
    text: ({ companyName, name, folderName, version }) =>
      t('{companyName} replaced {name} in {folderName}: version {version}.', {
        companyName,
        name,
        folderName,
        version,
      }),
    to: ({ folderId }) => listOf('/share-folders', { folder: folderId }),
  },
  'kyc.changed': {
    text: ({ status }) => t('The status of your business registration is now {status}.', { status: t(status) }),
    to: () => '/kyc-approval',
  },
  'invitation.received': {
    text: ({ companyName }) => t('{companyName} wants to share its data with you.', { companyName }),
    to: () => '/accept-invitation',
  },
  'invitation.accepted': {
    text: ({ email }) => t('{email} accepted your invitation.', { email }),
    to: ({ email }) => listOf('/invitations', { q: email }),
  },
  'invitation.ended': {
    text: ({ partnerName }) => t('{partnerName} ended the partnership with you.', { partnerName }),
    to: () => '/accept-invitation',
  },
  'member.joined': {
    text: ({ email }) => t('{email} joined your company.', { email }),
    to: () => '/profile#members',
  },
  'recovery.changed': {
    text: ({ step, email, companyName }) => recoveryTexts[step]({ email, companyName }),
    to: () => '/profile#encryption',
  },
  'handover.changed': {
    text: ({ stage, ...named }) => handoverTexts[stage](named),
    to: () => '/profile#members',
  },
  'webhook.off': {
    text: ({ host }) => t('The webhook to {host} was switched off: deliveries failed for days.', { host }),
    to: () => '/profile#webhooks',
  },
};

interface Notified {
  type: NotificationType;
  data: NotificationData;
}

export const textOf = ({ type, data }: Notified) => (texts[type].text as (data: NotificationData) => string)(data);
export const linkOf = ({ type, data }: Notified) => (texts[type].to as (data: NotificationData) => string)(data);
