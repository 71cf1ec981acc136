import { join } from 'node:path';
import { permissionNames, permissionsOfRole, roles, type Permission } from '@tradepost/contracts/roles';
import { accessOf, apiBase, routes, type Route } from '@tradepost/contracts/routes';
import { root } from '../topology/paths';

export const rolesFile = join(root, 'docs/roles.md');

const intro = `# Roles

Made by \`npm run roles\` from [roles.ts](../libs/contracts/src/roles.ts) and
[permissions.ts](../libs/contracts/src/routes/permissions.ts). A company has one **owner**: the account that it belongs to. The owner
can invite people as members, with one or more roles: a person may do what any of them allows. A route that is not listed is public, for
admins, or for the token of a single step.

- Members act for the owner's account: what they store, deliver, request and receive belongs to the company, and counts towards its quota.
  The log names the person who acted, and a code for an acceptance goes to that person.
- A co-owner does all that the owner does, except what needs the vault of the owner's account (\`vault\`) and the account itself: its deletion
  deletes the company, and is refused while there are co-owners. Only the owner gives and takes this role: no claim and no group of an identity
  provider does, and they change no co-owner. Co-owners manage managers, approvers and those below, not each other. With the role, the API keys
  and SCIM tokens that the person has created end. Webhooks stay ([0034](decisions/0034-co-owners.md)).
- What only owners and co-owners may do needs a session by password or passkey: a session by single sign-on never has \`registration\`,
  \`company\`, \`vault\`, \`programs\` or \`sso\`, and manages members as a manager. A company that requires single sign-on does not require it of co-owners.
- A manager manages members with lower roles: not the owner, no co-owner, no other manager, and no approver. Someone who accepts requests and could make approvers
  would approve with a second account. Open invitations end when the person who has sent them could no longer send them.
- Only the owner gives members, also co-owners, the keys of the company (\`keys\`), after a comparison of numbers. Members without them get
  \`OWNER_KEYS_REQUIRED\` when they open, upload, move, replace, request, accept or extend end-to-end encrypted files. They can delete them,
  restore them, and change their terms. Approvers and auditors get no bytes of files, and no keys.
- Nobody approves a request that they have made, also not as a member of another company.
- Who may answer requests (\`requests\`) assigns them to the owner or a manager, and those that need approvals also to an approver. It restricts nobody else, and gives no permission.
  Neither does standing in for a person who is away.`;

/** Padded as the formatter of the repository does. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

/** What the calls of each permission are about. They stand here, because the web app loads roles.ts on its first pages. */
const permissions: Record<Permission, string> = {
  session: 'Who is signed in, for which company; language, sign-out, notifications',
  account:
    'The person’s own account: password, sessions, passkeys, encryption keys, mail preferences, companies. Never by single sign-on',
  view: 'Lists, details and logs of folders, files, partners, requests and transfers',
  keys: 'The company’s keys for end-to-end encrypted files, where the owner has given them',
  content: 'The bytes of the company’s files',
  download: 'The bytes of transfers: of received ones with `receive`, of sent ones with `content`',
  files: 'Folders, uploads, changes of files, the bin',
  deliver: 'Who has access to folders',
  partners: 'Invitations, partnerships and notes on partners',
  requests: 'Requests to the company, its transfers, and their usual expiry',
  approve: 'Approving requests before they are accepted',
  comment: 'Comments on requests',
  received: 'Lists and details of the requests and transfers of the owner, without files, keys and links',
  receive:
    'Folders that were delivered to the owner, with their samples; making requests, and using transfers of the owner',
  registration: 'The business registration and its documents',
  company: 'The company’s details, logo and rules',
  vault: 'What only the vault of the owner’s account can do: giving members the company’s keys, and recovery shares',
  programs: 'API keys and webhooks',
  members: 'Members of the company and their invitations',
  sso: 'Single sign-on: identity provider and domains',
};

const granted = permissionNames.map((name) => [
  `\`${name}\``,
  permissions[name],
  ...roles.map((role) => (permissionsOfRole[role].includes(name) ? 'yes' : '')),
]);

const needed = Object.values<Route>(routes).flatMap(({ method, path, command }) => {
  const permission = accessOf(command)?.permission;
  return permission ? [[`\`${method} ${apiBase}${path}\``, `\`${permission}\``]] : [];
});

/** docs/roles.md: what each role may do, and what each route needs. */
export const rolesPage = (): string =>
  [
    intro,
    '## What each role may do',
    table(['permission', 'of', ...roles], granted),
    '## What each route needs',
    `${table(['route', 'permission'], needed)}\n`,
  ].join('\n\n');
