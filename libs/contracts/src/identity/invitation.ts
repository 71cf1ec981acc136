import { command, event, internal } from '../define';
import { array, boolean, email, id, object, text, trimmedText, type Message } from '../values/fields';
import { searchInput } from '../values/search';
import type { Verification } from '../values/verification';

/**
 * `version` grows by one with each change of the partnership's state, so it gives the order of its events. Events of earlier
 * releases have none, which counts as 0.
 */
export interface PartnershipVersion {
  companyId: string;
  version: number;
}

/** The inviter withdraws, the invited user declines; `ended`: either side ended an accepted partnership. */
export type InvitationStatus = 'pending' | 'accepted' | 'withdrawn' | 'declined' | 'ended';

export interface ReceivedInvitation {
  id: string;
  inviterId: string;
  inviterCompany: string;
  inviterEmail: string;
  status: InvitationStatus;
  createdAt: string;
  /** Verification of the inviter's company. */
  verified: Verification | null;
  /** The note of the caller's company on this partner; no other company sees it. */
  note: string | null;
}

export interface SentInvitation {
  id: string;
  email: string;
  status: InvitationStatus;
  createdAt: string;
  /** Verification of the partner's company; null before the partner has accepted, or if there is none. */
  verified: Verification | null;
  /** The note of the caller's company on this partner; no other company sees it. */
  note: string | null;
}

export interface FoundPartner {
  /** Of the invitation. */
  id: string;
  /** `invited`: by the caller's company; `inviter`: it invited the caller. */
  role: 'invited' | 'inviter';
  email: string;
  /** Null for a partner who has not accepted yet, or has no company. */
  companyName: string | null;
  status: 'pending' | 'accepted';
}

/** A company with an approved registration, as its partners see it. */
export interface VerifiedPartner {
  companyId: string;
  companyName: string;
  verified: Verification;
}

/** The result for one address of an invitation. */
export type InviteOutcome = 'invited' | 'already-invited' | 'own-address' | 'invalid';
export const inviteEmailForm = object({
  email: email('Please enter a valid email address').required('Please enter an email address'),
});

export const invitationCommands = {
  /** Each address is handled separately; the answer reports invalid ones. @throws COMPANY_MISSING */
  invite: command<Message & { invited: { email: string; status: InviteOutcome }[] }>()(
    'identity.invite',
    object({
      email: email(),
      emails: array(text(254).required())
        .required('Please add at least one email address to send invitations.')
        .max(200, 'At most 200 invitations at once'),
    }),
  ),
  receivedInvitations: command<ReceivedInvitation[]>()('identity.received-invitations', object({ email: email() })),
  /** @throws NOT_FOUND */
  acceptInvitation: command<Message & { invitation: ReceivedInvitation }>()(
    'identity.accept-invitation',
    object({ id: id().required() }),
  ),
  /** Mails a pending invitation again, at most once a minute and five times a day. @throws TOO_MANY */
  resendInvitation: command<Message & { invitation: SentInvitation }>()(
    'identity.resend-invitation',
    object({ id: id().required() }),
  ),
  /**
   * Pending: the inviter withdraws it, the invited user declines it. Accepted: either side ends the partnership, which removes
   * folder access, rejects pending requests, and revokes live transfers unless the sender keeps them with `keepTransfers`.
   * A repeat changes nothing. @throws NOT_FOUND, NOT_ALLOWED when the receiver wants to keep transfers
   */
  endInvitation: command<Message & { status: InvitationStatus }>()(
    'identity.end-invitation',
    object({ id: id().required(), keepTransfers: boolean().default(false) }),
  ),
  /**
   * Saves the note of the caller's company on the other side of an invitation, which no other company sees. An empty note
   * removes it. A repeat changes nothing. @throws NOT_FOUND, COMPANY_MISSING
   */
  savePartnerNote: command<Message>()(
    'identity.save-partner-note',
    object({ id: id().required(), note: trimmedText(500).defined() }),
  ),
  pendingInvitations: command<{ data: SentInvitation[] }>()('identity.pending-invitations', object({ id: id() })),
  sentInvitations: command<SentInvitation[]>()('identity.sent-invitations', object({ id: id() })),
  /** Verified companies that the caller has an accepted invitation with, in either direction. */
  verifiedPartners: command<VerifiedPartner[]>()('identity.verified-partners', object({})),
  /** Partners of the caller in either direction, and open invitations, by a part of an address or a company's name: the newest five. */
  searchPartners: command<{ partners: FoundPartner[] }>()('identity.search-partners', searchInput),
  deliverableEmails: command<string[]>()('identity.deliverable-emails', object({ id: id() })),
  /** The companies, of those given, that have an accepted partnership with the caller. */
  partnershipsOf: internal<{ partnerships: PartnershipVersion[] }>()(
    'identity.partnerships-of',
    object({ companyIds: array(id().required()).required().max(10_000) }),
  ),
  /** Returns the keys of the addresses that this company has invited, without ended invitations. */
  filterInvited: internal<{ invited: { addressKey: string; version: number; accepted: boolean }[] }>()(
    'identity.invited-among',
    object({ companyId: id().required(), emails: array(text(254).required()).required().max(1000) }),
  ),
};

export const invitationEvents = {
  /** Recorded only in the company's own chain, without the text of the note. */
  partnerNoteChanged: event<{ invitationId: string; companyId: string; partnerEmail: string; removed: boolean }>(
    'evt.identity.partner-note-changed',
    { to: ['audit'] },
  ),
  invitationSent: event<{ invitationId: string; companyId: string; companyName: string; email: string }>(
    'evt.identity.invitation-sent',
    {
      to: ['audit', 'notification'],
    },
  ),
  /** A pending invitation was withdrawn or declined. */
  invitationWithdrawn: event<{
    invitationId: string;
    companyId: string;
    companyName: string;
    email: string;
    by: 'inviter' | 'invited';
    version?: number;
  }>('evt.identity.invitation-withdrawn', { to: ['audit', 'storage'], settle: ['storage'] }),
  partnershipEnded: event<{
    invitationId: string;
    /** Company of the inviter. */
    companyId: string;
    companyName: string;
    /** The invited address. */
    email: string;
    receiverUserId: string;
    receiverCompanyId?: string | null;
    receiverCompanyName: string | null;
    by: 'inviter' | 'invited';
    /** Whether the sender keeps live transfers. */
    keepTransfers?: boolean;
    /** Whether it ended because one side's account was deleted, which is an event of its own. */
    accountDeleted?: boolean;
    version?: number;
  }>('evt.identity.partnership-ended', {
    to: ['audit', 'notification', 'storage', 'requests'],
    settle: ['storage', 'requests'],
  }),
  invitationAccepted: event<{
    invitationId: string;
    /** Company of the inviter. */
    companyId: string;
    companyName: string;
    inviterUserId: string;
    /** The invited address. */
    email: string;
    receiverUserId: string;
    receiverCompanyId: string | null;
    receiverCompanyName: string | null;
    version?: number;
  }>('evt.identity.invitation-accepted', { to: ['audit', 'notification', 'storage'], settle: ['storage'] }),
};
