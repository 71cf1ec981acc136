import type { KycStatus } from './actor';
import { event, liveUpdate, notification } from './define';
import type { RecoveryStep } from './encryption/recovery';
import type { HandoverStage } from './handover';
import { permits, type Permission, type Role } from './roles';

interface RequestRef {
  requestId: string;
}

interface FolderRef {
  folderId: string;
  folderName: string;
  companyName: string;
}

interface TransferRevoked extends RequestRef {
  companyName: string;
  change: 'revoked';
  reason: string | null;
}

interface TransferExtended extends RequestRef {
  companyName: string;
  change: 'extended';
  /** ISO time. */
  expiry: string;
}

/** Type and payload of each notification. Every notification is also pushed to open browsers. */
export type NotificationMessage =
  | { type: 'request.created'; data: RequestRef & { receiverEmail: string; files: number } }
  | { type: 'request.approved'; data: RequestRef & { receiverEmail: string; by: string } }
  | { type: 'request.commented'; data: RequestRef & { by: string } }
  /** `email`: of the person it was assigned to. */
  | {
      type: 'request.assigned';
      data: RequestRef & { receiverEmail: string; by: string; assigneeId: string; email: string };
    }
  /** For the person who stands in for the absent assignee, `email`, until this ISO time. */
  | { type: 'request.stand-in'; data: RequestRef & { receiverEmail: string; email: string; until: string } }
  | { type: 'request.approvals-removed'; data: RequestRef & { receiverEmail: string } }
  | { type: 'request.accepted'; data: RequestRef & { companyName: string; expiry: string } }
  | { type: 'request.rejected'; data: RequestRef & { companyName: string; reason: string | null } }
  | { type: 'request.withdrawn'; data: RequestRef & { receiverEmail: string } }
  | { type: 'request.key-arrived'; data: RequestRef & { receiverEmail: string } }
  | { type: 'archive.ready'; data: RequestRef & { companyName: string; size: number } }
  | { type: 'transfer.changed'; data: TransferRevoked | TransferExtended }
  | { type: 'transfer.expiring'; data: RequestRef & { companyName: string; expiry: string } }
  | { type: 'transfer.downloaded'; data: RequestRef & { receiverEmail: string } }
  | { type: 'folder.delivered'; data: FolderRef }
  | { type: 'file.replaced'; data: FolderRef & { fileId: string; name: string; version: number } }
  | { type: 'kyc.changed'; data: { status: KycStatus } }
  | { type: 'invitation.received'; data: { invitationId: string; companyName: string } }
  | { type: 'invitation.accepted'; data: { invitationId: string; email: string } }
  | { type: 'invitation.ended'; data: { invitationId: string; partnerName: string } }
  /** `invitationId`: that the new member has accepted. */
  | { type: 'member.joined'; data: { invitationId: string; email: string } }
  /** For the owner and the members who hold shares. `email`: of the person who did it. */
  | { type: 'recovery.changed'; data: { step: RecoveryStep; companyName: string; email: string } }
  /** For the owner and co-owners. `email`: of the person who did it; `toEmail`: of the co-owner who takes the company over. */
  | { type: 'handover.changed'; data: { stage: HandoverStage; companyName: string; email: string; toEmail: string } }
  /** `since`: ISO time of the first failed delivery. */
  | { type: 'webhook.off'; data: { webhookId: string; host: string; since: string } };

/**
 * Type and payload of each live update. `case.changed` refreshes the review screens of admins, and `member-invitations.changed` what
 * a person has been invited to; `member.changed` what a member may do; `assignments.changed`
 * that requests of the company are assigned to nobody any more; `key-handover.changed`, for one person, that a device of theirs asks for
 * their key, or that this has ended; the progress types report the building of an archive and the verification of the log (entries checked,
 * of all). None of these seven is stored.
 */
export type LiveMessage =
  | NotificationMessage
  | { type: 'case.changed'; data: { caseId: string } }
  | { type: 'member-invitations.changed'; data: { companyId: string } }
  | { type: 'member.changed'; data: { companyId: string } }
  | { type: 'assignments.changed'; data: { companyId: string } }
  | { type: 'key-handover.changed'; data: { companyId: string } }
  | { type: 'archive.progress'; data: { transferId: string; percent: number } }
  | { type: 'audit.progress'; data: { entries: number; of: number } };

/** Types of notifications. Each is also sent as a live update on `GET /events`. */
export type NotificationType = NotificationMessage['type'];
export type LiveUpdateType = LiveMessage['type'];

/** The payload of a notification; its fields depend on the type. */
export type NotificationData = NotificationMessage['data'];
export type LiveUpdateData<T extends LiveUpdateType = LiveUpdateType> = Extract<LiveMessage, { type: T }>['data'];

const declared = <T extends NotificationType>(type: T, label: string) => notification<LiveUpdateData<T>>()(type, label);
const pushed = <T extends LiveUpdateType>(type: T) => liveUpdate<LiveUpdateData<T>>()(type);

/** Notifications in the order in which a webhook lists its events. */
export const notifications = {
  requestCreated: declared('request.created', 'A partner asks for files'),
  requestApproved: declared('request.approved', 'A person of your company approved a request'),
  requestCommented: declared('request.commented', 'A person commented on a request'),
  requestAssigned: declared('request.assigned', 'A request was assigned to a person of your company'),
  requestStandIn: declared('request.stand-in', 'A request was assigned to an absent person'),
  requestApprovalsRemoved: declared('request.approvals-removed', 'A request needs approvals again'),
  requestAccepted: declared('request.accepted', 'Your request was accepted'),
  requestRejected: declared('request.rejected', 'Your request was rejected'),
  requestWithdrawn: declared('request.withdrawn', 'A partner withdrew a request'),
  requestKeyArrived: declared('request.key-arrived', 'A partner has signed a request for end-to-end encrypted files'),
  archiveReady: declared('archive.ready', 'The archive of a transfer is ready'),
  transferChanged: declared('transfer.changed', 'A transfer to you was changed'),
  transferExpiring: declared('transfer.expiring', 'A transfer to you expires soon'),
  transferDownloaded: declared('transfer.downloaded', 'A partner started to download'),
  folderDelivered: declared('folder.delivered', 'A folder was delivered to you'),
  fileReplaced: declared('file.replaced', 'A file shared with you has a new version'),
  kycChanged: declared('kyc.changed', 'Your registration has a new status'),
  invitationReceived: declared('invitation.received', 'A company invited you'),
  invitationAccepted: declared('invitation.accepted', 'A partner accepted an invitation'),
  invitationEnded: declared('invitation.ended', 'A partnership ended'),
  memberJoined: declared('member.joined', 'A person joined your company'),
  recoveryChanged: declared('recovery.changed', 'The recovery of your company’s keys by members has changed'),
  handoverChanged: declared('handover.changed', 'Your company is handed over to another owner'),
  webhookOff: declared('webhook.off', 'A webhook was switched off'),
};

/** Live updates that are no notifications. */
export const liveUpdates = {
  caseChanged: pushed('case.changed'),
  memberInvitationsChanged: pushed('member-invitations.changed'),
  memberChanged: pushed('member.changed'),
  assignmentsChanged: pushed('assignments.changed'),
  keyHandoverChanged: pushed('key-handover.changed'),
  archiveProgress: pushed('archive.progress'),
  auditProgress: pushed('audit.progress'),
};

export type AnyNotification = (typeof notifications)[keyof typeof notifications];
export type AnyLiveUpdate = AnyNotification | (typeof liveUpdates)[keyof typeof liveUpdates];

/**
 * Receives a notification or a live update: one user, the owner of a company, or the user with this e-mail address. A live update that is
 * no notification goes to all people of the company.
 */
export interface Recipient {
  userId?: string;
  companyId?: string;
  email?: string;
}

/** Receives a notification: the members of a company, without its owner, who have a permission. */
export interface MembersWith {
  membersOf: { companyId: string } | { ownerEmail: string };
  may: Permission;
  /** This person alone. */
  only?: string;
  /** Not these people: who caused it, or is a party to it. */
  except?: readonly (string | null | undefined)[];
}

/** Receives a live update. */
export type Audience = Recipient | MembersWith | 'admins';

/**
 * Sent in place of a notification to people of the company who are not notified: which of the lists that they may see has changed, and
 * nothing else.
 */
export const hintType = 'list.changed';
export interface ListHint {
  type: LiveUpdateType;
}

/** Whether the members that are meant are those with this person. */
export const isAmong = (
  { may, only, except = [] }: MembersWith,
  { userId, roles }: { userId: string; roles: readonly Role[] },
) => permits({ roles }, may) && (only === undefined || only === userId) && !except.includes(userId);

/** A live update on the bus, with its audience. */
export type LiveUpdateMessage = LiveMessage & { audience: Audience[] };

/** Not stored: each gateway receives these on the bus and pushes them to its connected browsers. */
export const notificationEvents = {
  posted: event<LiveUpdateMessage>('evt.notification.posted', { to: [] }),
};

/** Bus subject for live updates that may be lost. They bypass outbox and stream. */
export const liveBroadcastSubject = 'live.broadcast';
