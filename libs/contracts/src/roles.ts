/** What a person may be in a company. The company belongs to the account of the owner; members have the other roles. */
export const roles = ['owner', 'auditor'] as const;
export type Role = (typeof roles)[number];

/** The roles that a member can have. */
export const memberRoles = ['auditor'] as const satisfies readonly Role[];
export type MemberRole = (typeof memberRoles)[number];

/** What the calls of each permission are about; docs/roles.md lists them. */
export const permissions = {
  account: 'The person’s own account: password, sessions, passkeys, encryption keys, notifications, companies',
  view: 'Lists, details and logs of folders, files, partners, requests and transfers',
  content: 'The bytes of files, samples and transfers',
  files: 'Folders, uploads, changes of files, the bin',
  deliver: 'Who has access to folders',
  partners: 'Invitations, partnerships and notes on partners',
  requests: 'Requests to the company, and its transfers',
  receive: 'Folders that were delivered to the person, and their own requests and transfers',
  registration: 'The business registration and its documents',
  company: 'The company’s details, logo and rules',
  programs: 'API keys and webhooks',
  members: 'Members of the company and their invitations',
} as const;
export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as Permission[];

/** What each role may do. A person with several roles may do what any of them may. */
export const permissionsOfRole: Record<Role, readonly Permission[]> = {
  owner: permissionNames,
  auditor: ['account', 'view'],
};

interface Holder {
  roles?: readonly Role[];
}

const isRole = (role: string): role is Role => Object.hasOwn(permissionsOfRole, role);

/** An actor without roles comes from a process of the release before, which knows only owners. A role that is not known here gives nothing. */
export const permits = ({ roles: held = ['owner'] }: Holder, permission: Permission): boolean =>
  held.some((role) => isRole(role) && permissionsOfRole[role].includes(permission));

/** Whether the person acts for themselves or their own company. */
export const isOwner = ({ roles: held = ['owner'] }: Holder): boolean => held.includes('owner');

/** The person, if they act as a receiver; null for a member with a role that shows only the company's side. */
export const receiverIdOf = (actor: Holder & { userId: string }): string | null =>
  permits(actor, 'receive') ? actor.userId : null;

export const roleRefusal = { message: 'Your role in this company does not allow this' };
