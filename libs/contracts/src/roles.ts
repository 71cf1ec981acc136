/** What a person may be in a company. The company belongs to the account of the owner; members have the other roles. */
export const roles = ['owner', 'approver', 'auditor'] as const;
export type Role = (typeof roles)[number];

/** The roles that a member can have. */
export const memberRoles = ['approver', 'auditor'] as const satisfies readonly Role[];
export type MemberRole = (typeof memberRoles)[number];

/** Of a group of calls; docs/roles.md lists them. */
export const permissionNames = [
  'session',
  'account',
  'view',
  'content',
  'files',
  'deliver',
  'partners',
  'requests',
  'approve',
  'comment',
  'receive',
  'registration',
  'company',
  'programs',
  'members',
  'sso',
] as const;
export type Permission = (typeof permissionNames)[number];

/** What each role may do. A person with several roles may do what any of them may. */
export const permissionsOfRole: Record<Role, readonly Permission[]> = {
  owner: permissionNames,
  approver: ['session', 'account', 'view', 'approve', 'comment'],
  auditor: ['session', 'account', 'view'],
};

interface Holder {
  roles?: readonly Role[];
  sso?: boolean;
}

const isRole = (role: string): role is Role => Object.hasOwn(permissionsOfRole, role);

/**
 * A session by single sign-on never acts for the person's own account: the identity provider of a company answers for that company only.
 * An actor without roles comes from a process of the release before, which knows only owners. A role that is not known here
 * gives nothing.
 */
export const permits = ({ roles: held = ['owner'], sso }: Holder, permission: Permission): boolean =>
  !(sso && permission === 'account') &&
  held.some((role) => isRole(role) && permissionsOfRole[role].includes(permission));

/** Whether the person acts for themselves or their own company. */
export const isOwner = ({ roles: held = ['owner'] }: Holder): boolean => held.includes('owner');

/** The person, if they act as a receiver; null for a member with a role that shows only the company's side. */
export const receiverIdOf = (actor: Holder & { userId: string }): string | null =>
  permits(actor, 'receive') ? actor.userId : null;

export const roleRefusal = { message: 'Your role in this company does not allow this' };
