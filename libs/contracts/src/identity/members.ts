import type { Absence } from '../absence';
import { command, event } from '../define';
import { memberRoles, permissionNames, roles, type MemberRole, type Permission, type Role } from '../roles';
import { array, id, mixed, object, paging, text, type Message, type Page } from '../values/fields';
import { binding, type SignedIn } from './session';

/** How long an invitation of a member can be accepted, in days. */
export const memberInvitationDays = 14;
/** How many people one call can invite. */
export const maxMembersAtOnce = 50;

export interface Member {
  /** Of the person. */
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  roles: readonly Role[];
  /** Null for the owner. */
  joinedAt: string | null;
  /** Works with the company's end-to-end encrypted files: the owner with keys, and members who were given them. */
  hasKeys: boolean;
  /** Has a key of their own, which the owner compares to give them the keys of the company. */
  hasPersonKey: boolean;
  /** A password opens that key, so the member can give a recovery share back. */
  canHoldShare: boolean;
  /** When the person is away, now or later. */
  absence: Absence | null;
  /** Who stands in during this absence. */
  delegate: Delegate | null;
}

export interface Delegate {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Away too by now: then nobody stands in. */
  isAway: boolean;
}

/** `next` is a cursor that continues after the last person, even if others joined or left; null at the end. */
export interface MemberPage extends Page<Member> {
  next: string | null;
}

export interface MemberInvitation {
  id: string;
  email: string;
  roles: readonly Role[];
  createdAt: string;
  expiresAt: string;
}

/** As the invited person sees it. */
export interface ReceivedMemberInvitation {
  id: string;
  companyName: string;
  inviterEmail: string;
  roles: readonly Role[];
  createdAt: string;
}

/** A company that a person can act for. */
export interface CompanyOfPerson {
  companyId: string;
  companyName: string;
  roles: readonly Role[];
}

/** The person's own account or a company that they are a member of. */
export interface CompanyChoice {
  /** Null for the person's own account without a company. */
  companyId: string | null;
  companyName: string | null;
  roles: readonly Role[];
  /** Whether this session acts for it. */
  current: boolean;
}

/** The result for one address. `already-invited`: the mail was sent again, unless the last one is too recent. */
export type MemberInviteOutcome = 'invited' | 'already-invited' | 'already-member' | 'own-address' | 'invalid';

const memberRole = () => mixed<MemberRole>().oneOf(memberRoles, 'Choose a role');

const givenRoles = () =>
  array(memberRole().required()).required('Choose a role').min(1, 'Choose a role').max(10, 'Choose a role');

export const inviteMembersForm = object({
  emails: array(text(254).required())
    .required('Please add at least one email address')
    .min(1, 'Please add at least one email address')
    .max(maxMembersAtOnce, 'At most 50 people at once'),
  roles: givenRoles(),
});

const one = { id: id().required() };

/** People that one call can name. */
export const mostNamed = 50;

const memberList = {
  page: paging.page,
  pageSize: paging.pageSize,
  /** A part of a name or an e-mail address. */
  q: paging.q,
  /** Only people with this role. */
  role: mixed<Role>().oneOf(roles),
  /** Only people with a role that has this permission. */
  may: mixed<Permission>().oneOf(permissionNames),
  /** Only these people: ids and e-mail addresses, with spaces between them. */
  people: text(mostNamed * 260).test(
    'most',
    `At most ${mostNamed} people at once`,
    (value) => !value || value.trim().split(/\s+/).length <= mostNamed,
  ),
  /** The `next` of an earlier answer to the same question. `page` is then ignored. */
  after: text(200),
};

export const memberCommands = {
  /**
   * The owner of the caller's company, and then its members, those who joined first before others. Without `page` and `after`, all of them in a
   * plain list, as many as fit into one answer of 6 MB. @throws COMPANY_MISSING
   */
  members: command<Member[] | MemberPage>()('identity.members', object(memberList)),
  /** Invitations that are open, the newest first. @throws COMPANY_MISSING */
  memberInvitations: command<MemberInvitation[]>()('identity.member-invitations', object({})),
  /**
   * Invites people to be members of the caller's company. Each address is handled separately. A repeat mails an open invitation again.
   * @throws COMPANY_MISSING, TOO_MANY, NOT_ALLOWED for a role that is not below the caller's own
   */
  inviteMembers: command<Message & { invited: { email: string; status: MemberInviteOutcome }[] }>()(
    'identity.invite-members',
    inviteMembersForm,
  ),
  /** @throws NOT_FOUND, COMPANY_MISSING, NOT_ALLOWED for a role that is not below the caller's own */
  withdrawMemberInvitation: command<Message>()('identity.withdraw-member-invitation', object(one)),
  /** Ends the membership, and the person's sessions for the company at once. Only of a member with roles below the caller's own. @throws NOT_FOUND, NOT_ALLOWED, COMPANY_MISSING */
  removeMember: command<Message>()('identity.remove-member', object(one)),
  /**
   * Gives a member these roles in place of the present ones, for all their sessions at once. The present and the new roles must be below the
   * caller's own. @throws NOT_FOUND, NOT_ALLOWED, COMPANY_MISSING
   */
  changeMemberRoles: command<Message>()('identity.change-member-roles', object({ ...one, roles: givenRoles() })),

  /** What the caller can act for: the own account first, then companies that the caller is a member of, the newest first. */
  companies: command<CompanyChoice[]>()('identity.companies', object({})),
  /**
   * Opens a session for the company in place of the current one, until the same time. Without `companyId` it acts for the caller's own account.
   * @throws NOT_FOUND for a company without membership, SSO_REQUIRED
   */
  switchCompany: command<SignedIn>()(
    'identity.switch-company',
    object({ companyId: id().nullable().default(null), binding }),
  ),
  /** Ends the caller's membership and sessions of the company. The owner cannot leave. @throws NOT_FOUND, NOT_ALLOWED */
  leaveCompany: command<Message>()('identity.leave-company', object({ companyId: id().required() })),
  /** Invitations that the caller's address has received, the newest first. */
  receivedMemberInvitations: command<ReceivedMemberInvitation[]>()('identity.received-member-invitations', object({})),
  /** Makes the caller a member. A repeat changes nothing. @throws NOT_FOUND also for an invitation that has expired or was withdrawn */
  acceptMemberInvitation: command<Message & { company: CompanyOfPerson }>()(
    'identity.accept-member-invitation',
    object(one),
  ),
  /** @throws NOT_FOUND */
  declineMemberInvitation: command<Message>()('identity.decline-member-invitation', object(one)),
};

interface MemberRef {
  companyId: string;
  companyName: string;
  userId: string;
  email: string;
}

interface InvitedMember {
  companyId: string;
  email: string;
  roles: readonly MemberRole[];
}

export const memberEvents = {
  memberInvited: event<InvitedMember>('evt.identity.member-invited', { to: ['audit', 'notification'] }),
  /** `by`: the company withdrew it, or the invited person declined it. */
  memberInvitationEnded: event<InvitedMember & { companyName: string; by: 'company' | 'invited' }>(
    'evt.identity.member-invitation-ended',
    { to: ['audit', 'notification'] },
  ),
  /** `suspended`: an admin had suspended the person before the identity provider added them. */
  memberJoined: event<MemberRef & { invitationId: string; roles: readonly MemberRole[]; suspended?: true }>(
    'evt.identity.member-joined',
    { to: ['audit', 'notification', 'requests'] },
  ),
  /** `by`: a person who manages members, or a claim of the company's identity provider. */
  memberRolesChanged: event<
    MemberRef & { before: readonly MemberRole[]; roles: readonly MemberRole[]; by: 'person' | 'sso' }
  >('evt.identity.member-roles-changed', { to: ['audit', 'notification', 'requests'] }),
  memberRemoved: event<MemberRef>('evt.identity.member-removed', { to: ['audit', 'notification', 'requests'] }),
  memberLeft: event<MemberRef>('evt.identity.member-left', { to: ['audit', 'notification', 'requests'] }),
};

/** Not for the log: they state what is known. */
export const memberListEvents = {
  /** A member from before notification and requests knew members. Identity's migrations publish it. */
  listed: event<Omit<MemberRef, 'companyName'> & { roles: readonly MemberRole[]; suspended: boolean }>(
    'evt.identity.member-listed',
    { to: ['notification', 'requests'] },
  ),
};
