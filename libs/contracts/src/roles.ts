/** What a person may be in a company. The company belongs to the account of the owner; members have the other roles. */
export const roles = ['owner', 'co-owner', 'manager', 'uploader', 'approver', 'downloader', 'auditor'] as const;
export type Role = (typeof roles)[number];

/** The roles that a member can have. */
export const memberRoles = [
  'co-owner',
  'manager',
  'uploader',
  'approver',
  'downloader',
  'auditor',
] as const satisfies readonly Role[];
export type MemberRole = (typeof memberRoles)[number];

/** The roles that an identity provider can give, by claims or groups. */
export const providedRoles = memberRoles.filter((role) => role !== 'co-owner');
export type ProvidedRole = (typeof providedRoles)[number];

/** Of a group of calls; docs/roles.md lists them. */
export const permissionNames = [
  'session',
  'account',
  'view',
  'keys',
  'content',
  'download',
  'files',
  'deliver',
  'partners',
  'requests',
  'approve',
  'comment',
  'received',
  'receive',
  'registration',
  'company',
  'vault',
  'programs',
  'members',
  'sso',
] as const;
export type Permission = (typeof permissionNames)[number];

/** What each role may do. A person with several roles may do what any of them may. */
export const permissionsOfRole: Record<Role, readonly Permission[]> = {
  owner: permissionNames,
  'co-owner': permissionNames.filter((name) => name !== 'vault'),
  manager: [
    'session',
    'account',
    'view',
    'keys',
    'content',
    'download',
    'files',
    'deliver',
    'partners',
    'requests',
    'approve',
    'comment',
    'members',
  ],
  uploader: ['session', 'account', 'view', 'keys', 'content', 'files'],
  approver: ['session', 'account', 'view', 'approve', 'comment'],
  downloader: ['session', 'account', 'view', 'keys', 'download', 'received', 'receive'],
  auditor: ['session', 'account', 'view', 'received'],
};

/** Of the calls that are not for admins alone, those that admins may make: about themselves, and documents of a registration. */
export const permissionsOfAdmin: readonly Permission[] = ['session', 'account', 'view', 'registration', 'programs'];

/**
 * A person who manages members does so with those of a lower rank. The highest role counts. Managers, who accept requests, cannot make approvers: they would
 * approve with a second account of their own.
 */
const rankOfRole: Record<Role, number> = {
  owner: 4,
  'co-owner': 3,
  manager: 2,
  uploader: 1,
  approver: 2,
  downloader: 1,
  auditor: 1,
};
const rankOf = (held: readonly Role[]): number =>
  Math.max(0, ...held.map((role) => (isRole(role) ? rankOfRole[role] : 0)));

/** The permissions that only owners and co-owners have. */
const ofOwners = permissionNames.filter((name) =>
  roles.every((role) => role === 'owner' || role === 'co-owner' || !permissionsOfRole[role].includes(name)),
);

interface Holder {
  roles?: readonly Role[];
  sso?: boolean;
  /** The API key of a call by a program. */
  key?: object;
}

interface Account {
  userId: string;
  email: string;
}

interface Person extends Holder, Account {
  owner?: Account;
}

const isRole = (role: string): role is Role => Object.hasOwn(permissionsOfRole, role);

/**
 * A session by single sign-on never acts for the person's own account: the identity provider of a company answers for that company only.
 * Nor does it have what only owners and co-owners have: the provider could change its own settings, create API keys or submit registrations.
 * The API key of a member acts for the company, and not for the member's own account.
 * An actor without roles comes from a process of the release before, which knows only owners. A role that is not known here
 * gives nothing.
 */
export const permits = ({ roles: held = ['owner'], sso, key }: Holder, permission: Permission): boolean =>
  !(sso && (permission === 'account' || ofOwners.includes(permission))) &&
  !(key && permission === 'account' && !held.includes('owner')) &&
  held.some((role) => isRole(role) && permissionsOfRole[role].includes(permission));

/** Whether the person acts for themselves or their own company. */
export const isOwner = ({ roles: held = ['owner'] }: Holder): boolean => held.includes('owner');

/** Whether the person may give, change and take these roles. By single sign-on, a co-owner does so as a manager. */
export const manages = (person: Holder, managed: readonly Role[]): boolean => {
  const rank = rankOf(person.roles ?? ['owner']);
  return permits(person, 'members') && (person.sso ? Math.min(rank, rankOfRole.manager) : rank) > rankOf(managed);
};

/** The roles that the person may give. */
export const rolesBelow = (person: Holder): MemberRole[] => memberRoles.filter((role) => manages(person, [role]));

/** The account that what the person stores and receives belongs to: that of the owner, also where a member acts for the company. */
export function accountOf(person: Person): Account {
  const { owner, userId, email } = person;
  if (isOwner(person)) return { userId, email };
  if (!owner) throw new Error('The company of a member has no owner');
  return owner;
}

/** The account that the person acts for as a receiver; null for a member with a role that shows only the company's side. */
export const receiverIdOf = (person: Person): string | null =>
  permits(person, 'receive') ? accountOf(person).userId : null;

/** The account of which the person sees the requests and transfers as a receiver, without what opens content; null as for `receiverIdOf`. */
export const seenReceiverIdOf = (person: Person): string | null =>
  permits(person, 'received') ? accountOf(person).userId : null;

export const roleRefusal = { message: 'Your role in this company does not allow this' };
export const ownerRefusal = { message: 'Only the owner of the company can do this' };
