import { event } from '../define';
import type { ApprovalRule } from './approval';

interface RequestRef {
  requestId: string;
  /** Company of the sender. */
  companyId: string;
  companyName: string;
  receiverUserId: string;
  receiverEmail: string;
  receiverCompanyId: string | null;
  receiverCompanyName: string | null;
  /** The person who made it for the receiver. Absent in events of the release before; null if it is not known. */
  requestedBy?: string | null;
  /** The person of the company who takes care of it. Absent in events of the release before. */
  assigneeId?: string | null;
  fileNames: string[];
  folderNames: string[];
}

/** These events contain no transfer id: the link is a secret and is sent by mail only. */
export const requestEvents = {
  /** `approvalsNeeded`: absent in events of the release before. */
  created: event<RequestRef & { approvalsNeeded?: number }>('evt.requests.created', { to: ['audit', 'notification'] }),
  accepted: event<RequestRef & { expiry: string }>('evt.requests.accepted', { to: ['audit', 'notification'] }),
  /** A person of the company agrees to the request being accepted. */
  approved: event<RequestRef>('evt.requests.approved', { to: ['audit', 'notification'] }),
  approvalWithdrawn: event<RequestRef>('evt.requests.approval-withdrawn', { to: ['audit'] }),
  /** The receiver has signed something else than what people of the company had approved. */
  approvalsRemoved: event<RequestRef>('evt.requests.approvals-removed', { to: ['audit', 'notification'] }),
  /** To a person of the company. `toOwner`: that is its owner. */
  assigned: event<RequestRef & { assigneeId: string; assigneeEmail: string; toOwner: boolean }>(
    'evt.requests.assigned',
    { to: ['audit', 'notification'] },
  ),
  /** A person took the assignment away. `assigneeEmail`: of the person it was assigned to. */
  unassigned: event<RequestRef & { assigneeEmail: string }>('evt.requests.unassigned', {
    to: ['audit', 'notification'],
  }),
  /** Without the text, which may name people. `byOwner`: the owner of the company, not a member, wrote it. */
  commented: event<RequestRef & { side: 'sender' | 'receiver'; internal: boolean; byOwner: boolean }>(
    'evt.requests.commented',
    { to: ['audit', 'notification'] },
  ),
  rejected: event<RequestRef & { reason: string | null }>('evt.requests.rejected', { to: ['audit', 'notification'] }),
  /** The receiver has signed a pending request for sealed files, so it can be accepted now. */
  signed: event<RequestRef>('evt.requests.key-arrived', { to: ['audit', 'notification'] }),
  withdrawn: event<RequestRef>('evt.requests.withdrawn', { to: ['audit', 'notification'] }),
  archiveReady: event<RequestRef & { size: number }>('evt.requests.archive-ready', { to: ['audit', 'notification'] }),
  revoked: event<RequestRef & { reason: string | null }>('evt.requests.revoked', { to: ['audit', 'notification'] }),
  extended: event<RequestRef & { expiry: string }>('evt.requests.extended', { to: ['audit', 'notification'] }),
  /** The transfer expires soon and nothing was downloaded. */
  expiringSoon: event<RequestRef & { expiry: string }>('evt.requests.expiring-soon', { to: ['audit', 'notification'] }),
  /** The receiver started the first download of this transfer. */
  firstDownloaded: event<RequestRef>('evt.requests.first-downloaded', { to: ['audit', 'notification'] }),
  downloaded: event<RequestRef & { downloaded: string[]; byUserId: string; byEmail: string }>(
    'evt.requests.downloaded',
    { to: ['audit'] },
  ),
};

export const approvalEvents = {
  /** How many approvals future requests to the company need. */
  ruleChanged: event<ApprovalRule & { companyId: string; companyName: string }>('evt.requests.approval-rule-changed', {
    to: ['audit'],
  }),
};

export const assignmentEvents = {
  /** The person can no longer act on requests of the company that were assigned to them. `requests`: how many. */
  ended: event<{ companyId: string; userId: string; email: string; requests: number }>(
    'evt.requests.assignments-ended',
    { to: ['audit', 'notification'] },
  ),
};
