import { command, internal } from './define';
import { array, boolean, email, id, mixed, object, paging, text, type Message, type Page } from './values/fields';
import type { MailTemplate } from './jobs';
import type { NotificationData, NotificationType } from './live-updates';

export interface NotificationView {
  id: string;
  type: NotificationType;
  data: NotificationData;
  createdAt: string;
  readAt: string | null;
}

/** Kinds of mail that a user can unsubscribe from, with their labels. */
export const mailKinds = {
  delivery: 'Folders delivered to me',
  request: 'Requests for my files',
  decision: 'Answers to my requests',
  expiry: 'Transfers that end soon',
  download: 'First downloads of my files',
  invitation: 'Invitations and partners',
} as const;

export type MailKind = keyof typeof mailKinds;

/** Null: about account security or the registration; always sent. */
export const mailKindOfTemplate: Record<MailTemplate, MailKind | null> = {
  'signup-code': null,
  'reset-code': null,
  'existing-account': null,
  'password-changed': null,
  'new-sign-in': null,
  'passkey-changed': null,
  'two-step-changed': null,
  'recovery-changed': null,
  'key-handover': null,
  'handover-code': null,
  'handover-changed': null,
  'handed-over': null,
  'passkey-copied': null,
  'api-key-created': null,
  'api-key-expiring': null,
  'accept-code': null,
  welcome: null,
  'kyc-decided': null,
  'reverification-due': null,
  'deletion-requested': null,
  'account-deleted': null,
  'webhook-off': null,
  invitation: 'invitation',
  'member-invitation': 'invitation',
  'invitation-accepted': 'invitation',
  'partnership-ended': 'invitation',
  'folder-delivered': 'delivery',
  'request-created': 'request',
  'approval-needed': 'request',
  'request-assigned': 'request',
  'request-stand-in': 'request',
  'request-accepted': 'decision',
  'request-rejected': 'decision',
  'transfer-ready': 'decision',
  'transfer-expiring': 'expiry',
  'first-download': 'download',
};

export type MailPreferences = Record<MailKind, boolean>;

/** Retention of notifications, in days. */
export const notificationDays = 90;

const kinds = Object.keys(mailKinds) as MailKind[];
const choices = Object.fromEntries(kinds.map((kind) => [kind, boolean()])) as Record<
  MailKind,
  ReturnType<typeof boolean>
>;
const token = () => text(1000).required('This link is not valid');

export const notification = {
  /** Newest first. A member sees those of the company that the session acts for. */
  feed: command<Page<NotificationView> & { unread: number }>()(
    'notification.feed',
    object({ page: paging.page.default(1), pageSize: paging.pageSize }),
  ),
  /** Marks these as read, or all of the caller's when `ids` is absent. @throws NOT_FOUND when one of them is not an id */
  markRead: command<{ unread: number }>()(
    'notification.mark-read',
    object({ ids: array(id().required()).max(500, 'At most 500 at once') }),
  ),
  /** The caller's mail preferences; `true` means subscribed. */
  preferences: command<MailPreferences>()('notification.preferences', object({})),
  /** Kinds that are absent stay unchanged. */
  savePreferences: command<MailPreferences>()('notification.save-preferences', object(choices)),
  /** The address and kind of mail that an unsubscribe link refers to; changes nothing. @throws NOT_FOUND for an unknown link */
  unsubscription: command<{ email: string; kind: MailKind; wanted: boolean }>()(
    'notification.unsubscription',
    object({ token: token() }),
  ),
  /** Unsubscribes from the kind of mail that the link refers to. A repeat changes nothing. @throws NOT_FOUND */
  unsubscribe: command<Message>()('notification.unsubscribe', object({ token: token() })),

  /** For worker-mail: whether this address is subscribed to this kind, and still of a member of `companyId` if that is given; its unsubscribe link. */
  mailChoice: internal<{ wanted: boolean; unsubscribe: string }>()(
    'notification.mail-choice',
    object({ to: email().required(), kind: mixed<MailKind>().oneOf(kinds).required(), companyId: id() }),
  ),
};
