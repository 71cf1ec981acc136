import type { KycStatus, UserType } from '../actor';
import { command, event } from '../define';
import { boolean, id, number, object, pageNumber, paging, trimmedText, type Page } from '../values/fields';
import { maxTotalStorage } from './company';
import type { Member } from './members';

/** A user and the user's company, as admins see them. */
export interface PersonItem {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  userType: UserType;
  createdAt: string;
  lastSeenAt: string | null;
  /** Number of live sessions. */
  sessions: number;
  twoStep: boolean;
  suspendedAt: string | null;
  suspendedFor: string | null;
  company: { id: string; companyName: string; country: string; kycStatus: KycStatus; totalStorage: number } | null;
}

/** A person of a company, as admins see them. */
export interface CompanyMember extends Omit<Member, 'hasKeys' | 'hasPersonKey' | 'canHoldShare' | 'delegate'> {
  suspendedAt: string | null;
}

/** Administration of users and companies. */
export const administrationCommands = {
  /** Newest first. `q` matches a part of a name, an e-mail address or a company name. */
  people: command<Page<PersonItem>>()('identity.people', object({ ...paging, page: pageNumber, suspended: boolean() })),
  /** The owner first, then the members, those who joined first before others. `q` matches a part of a name or an e-mail address. @throws NOT_FOUND */
  companyMembers: command<Page<CompanyMember> & { companyName: string }>()(
    'identity.company-members',
    object({ ...paging, page: pageNumber, companyId: id().required() }),
  ),
  /** Suspends a user: ends all sessions and blocks sign-in until restored. Admins cannot be suspended. */
  suspend: command<PersonItem>()(
    'identity.suspend',
    object({ id: id().required(), reason: trimmedText(500).required('A reason is required') }),
  ),
  restore: command<PersonItem>()('identity.restore', object({ id: id().required() })),
  endSessionsOf: command<PersonItem>()('identity.end-sessions-of', object({ id: id().required() })),
  /** Sets the storage quota of the user's company, in bytes. Files that exceed the new quota stay. @throws COMPANY_MISSING */
  setQuota: command<PersonItem>()(
    'identity.set-quota',
    object({
      id: id().required(),
      totalStorage: number()
        .integer()
        .min(0, 'At least 0 bytes')
        .max(maxTotalStorage, 'At most 10 TiB')
        .required('A quota is required'),
    }),
  ),
};

export const administrationEvents = {
  suspended: event<{ userId: string; email: string; companyId: string | null; reason: string }>(
    'evt.identity.suspended',
    { to: ['audit', 'notification', 'requests'] },
  ),
  restored: event<{ userId: string; email: string; companyId: string | null }>('evt.identity.restored', {
    to: ['audit', 'notification', 'requests'],
  }),
  quotaChanged: event<{ companyId: string; companyName: string; userId: string; totalStorage: number }>(
    'evt.identity.quota-changed',
    { to: ['audit', 'storage'], settle: ['storage'] },
  ),
};
