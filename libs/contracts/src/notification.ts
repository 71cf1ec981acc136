import { command, event, internal } from './define';
import { array, boolean, email, id, mixed, number, object, paging, text, type Message, type Page } from './fields';
import type { MailTemplate } from './jobs';

/** What its user finds in the list of notifications, and a browser hears on `GET /events`. */
export type NoticeType =
  | 'request.created'
  | 'request.accepted'
  | 'request.rejected'
  | 'request.withdrawn'
  | 'request.key-arrived'
  | 'transfer.changed'
  | 'transfer.expiring'
  | 'transfer.downloaded'
  | 'folder.delivered'
  | 'kyc.changed'
  | 'archive.ready'
  | 'invitation.received'
  | 'invitation.accepted'
  | 'invitation.ended'
  | 'file.replaced'
  | 'webhook.off';

/**
 * `case.changed` only refreshes what admins see of a registration under review; the progress of building an archive and of walking
 * the log is told while it goes on.
 */
export type LiveType = NoticeType | 'case.changed' | 'archive.progress' | 'audit.progress';

/** Whose list a notice joins, and whom a live event is for: one user, all of one company, or whoever signed in with the address. */
export interface Person {
  userId?: string;
  companyId?: string;
  email?: string;
}

/** Whom a live event is for. */
export type Audience = Person | 'admins';

export type NoticeData = Record<string, string | number | null>;

export interface Notice {
  id: string;
  type: NoticeType;
  data: NoticeData;
  createdAt: string;
  readAt: string | null;
}

/** Mails a person may do without, in words. */
export const mailKinds = {
  delivery: 'Folders delivered to me',
  request: 'Requests for my files',
  decision: 'Answers to my requests',
  expiry: 'Transfers that end soon',
  download: 'First downloads of my files',
  invitation: 'Invitations and partners',
} as const;

export type MailKind = keyof typeof mailKinds;

/** Null: about an account's safety or its registration, and always sent. */
export const kindOfMail: Record<MailTemplate, MailKind | null> = {
  'signup-code': null,
  'reset-code': null,
  'existing-account': null,
  'password-changed': null,
  'new-sign-in': null,
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
  'invitation-accepted': 'invitation',
  'partnership-ended': 'invitation',
  'folder-delivered': 'delivery',
  'request-created': 'request',
  'request-rejected': 'decision',
  'transfer-ready': 'decision',
  'transfer-expiring': 'expiry',
  'first-download': 'download',
};

export type MailPreferences = Record<MailKind, boolean>;

/** Notices are kept so long. */
export const noticeDays = 90;

const kinds = Object.keys(mailKinds) as MailKind[];
const choices = Object.fromEntries(kinds.map((kind) => [kind, boolean()])) as Record<
  MailKind,
  ReturnType<typeof boolean>
>;
const token = () => text(1000).required('This link is not valid');

export const notification = {
  /** Newest first. */
  feed: command<Page<Notice> & { unread: number }>()(
    'notification.feed',
    object({ page: number().integer().min(1).max(1_000_000).default(1), pageSize: paging.pageSize }),
  ),
  /** These, or all of the acting user when left out. */
  markRead: command<{ unread: number }>()(
    'notification.mark-read',
    object({ ids: array(id().required()).max(500, 'At most 500 at once') }),
  ),
  /** Which mails the acting user wants. */
  preferences: command<MailPreferences>()('notification.preferences', object({})),
  /** What is left out stays. */
  savePreferences: command<MailPreferences>()('notification.save-preferences', object(choices)),
  /** What the link in a mail would stop; changes nothing. @throws NOT_FOUND for a link that is not ours */
  unsubscription: command<{ email: string; kind: MailKind; wanted: boolean }>()(
    'notification.unsubscription',
    object({ token: token() }),
  ),
  /** Stops mails of the kind the link is for. A repeat changes nothing. @throws NOT_FOUND */
  unsubscribe: command<Message>()('notification.unsubscribe', object({ token: token() })),

  /** From worker-mail: whether this address wants mails of this kind, and the link that stops them. */
  mailChoice: internal<{ wanted: boolean; unsubscribe: string }>()(
    'notification.mail-choice',
    object({ to: email().required(), kind: mixed<MailKind>().oneOf(kinds).required() }),
  ),
};

/** What browsers of an audience are shown. */
export interface Posted {
  type: LiveType;
  audience: Audience[];
  data: NoticeData;
}

/** Nobody keeps these: the gateways hear them on the bus and push them to the browsers they hold. */
export const notificationEvents = {
  posted: event<Posted>('evt.notification.posted', { to: [] }),
};

/** Where `Posted` that may be missed is broadcast, past outbox and stream. */
export const passingSubject = 'passing.posted';
