import { command } from './define';
import type { ApiKeyView } from './identity/api-keys';
import { maxApiKeyDays } from './identity/api-keys';
import { array, boolean, currentPassword, email, id, mixed, number, object, singleLine, text } from './values/fields';

/** SCIM 2.0 (RFC 7643, RFC 7644): the identity provider of a company creates, changes and deactivates its members. */

/** Resources of one answer at most. */
export const maxScimCount = 200;
const maxOperations = 1_000;
const maxMembers = 1_000;

export interface ScimMeta {
  resourceType: string;
  created: string;
  lastModified: string;
  location: string;
}

/** Another resource, with its name. */
interface ScimReference {
  value: string;
  display: string;
}

/** A person. `active`: is a member of the company. */
export interface ScimUser {
  schemas: string[];
  id: string;
  /** As the identity provider gave it. */
  externalId?: string;
  /** The e-mail address. It cannot be changed. */
  userName: string;
  name: { givenName: string; familyName: string };
  displayName: string;
  emails: { value: string; type: string; primary: boolean }[];
  active: boolean;
  /** Groups of the person. */
  groups: ScimReference[];
  meta: ScimMeta;
}

/** A group of people with the role that its name stands for. */
export interface ScimGroup {
  schemas: string[];
  id: string;
  externalId?: string;
  displayName: string;
  members: ScimReference[];
  meta: ScimMeta;
}

export interface ScimList<T> {
  schemas: string[];
  totalResults: number;
  /** The number of the first resource of this answer, from 1. */
  startIndex: number;
  itemsPerPage: number;
  Resources: T[];
}

/** An error of a call by an identity provider (RFC 7644, 3.12). */
export interface ScimError {
  schemas: string[];
  /** The status of the answer. */
  status: string;
  /** Only of some errors. */
  scimType?: string;
  detail: string;
}

interface Supported {
  supported: boolean;
}

interface ScimConfig {
  schemas: string[];
  patch: Supported;
  bulk: Supported & { maxOperations: number; maxPayloadSize: number };
  filter: Supported & { maxResults: number };
  changePassword: Supported;
  sort: Supported;
  etag: Supported;
  authenticationSchemes: { type: string; name: string; description: string }[];
}

export interface ScimResourceType {
  schemas: string[];
  id: string;
  name: string;
  endpoint: string;
  schema: string;
}

interface ScimSubAttribute {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  mutability: string;
}

interface ScimAttribute extends ScimSubAttribute {
  subAttributes?: ScimSubAttribute[];
}

export interface ScimSchema {
  schemas: string[];
  id: string;
  name: string;
  attributes: ScimAttribute[];
}

/** A SCIM token, without its secret. */
export type ScimToken = Pick<
  ApiKeyView,
  'id' | 'name' | 'prefix' | 'createdBy' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'lastUsedIp'
>;

/** SCIM tokens of the caller's company, live ones first, with the base URL that the identity provider needs. */
export interface ScimTokens {
  baseUrl: string;
  tokens: ScimToken[];
}

/** `true`, `false`, or one of them as text in any case, as Microsoft Entra ID sends it. */
const trueOrFalse = () =>
  boolean()
    .transform((value: unknown, original: unknown) => (typeof original === 'number' ? original : value))
    .typeError(({ path }) => `${path} must be true or false`);

const name = (attribute: string) => singleLine(100).nullable().label(attribute);
const externalId = () => singleLine(255).nullable();
const userFields = {
  externalId: externalId(),
  active: trueOrFalse(),
  name: object({ givenName: name('givenName'), familyName: name('familyName') })
    .nullable()
    .default(undefined),
};
const userName = () => email('userName must be an email address');

/** What an identity provider may set of a person. */
export const scimUserChange = object({ ...userFields, userName: userName() });
const user = object({ ...userFields, userName: userName().required('userName is required') });

const members = () =>
  array(object({ value: id().required() }).required()).max(maxMembers, `At most ${maxMembers} members in one call`);
const group = object({
  externalId: externalId(),
  displayName: singleLine(200).required('displayName is required'),
  members: members().default([]),
});

/** What a PATCH call may set of a group, but for its members. */
export const scimGroupChange = object({ externalId: externalId(), displayName: singleLine(200) });

const operation = object({
  op: text(20).required('op is required'),
  path: singleLine(1000).nullable(),
  value: mixed<NonNullable<unknown>>().nullable(),
});
const operations = {
  operations: array(operation.required())
    .required('Operations is required')
    .min(1, 'Operations is required')
    .max(maxOperations, `At most ${maxOperations} operations`),
};

const index = (least: number, most: number) =>
  number()
    .integer()
    .transform((value: number) => Math.min(Math.max(value, least), most));

/** Which attributes the answer has, separated by commas. */
const shown = { attributes: text(1000), excludedAttributes: text(1000) };
const listed = {
  /** One attribute, `eq` and a text in quotes. */
  filter: singleLine(1000),
  startIndex: index(1, 1_000_000).default(1),
  count: index(0, maxScimCount).default(maxScimCount),
  ...shown,
};
const one = { id: id().required() };

export const scimTokenForm = object({
  name: singleLine(100).required('Please give the token a name'),
  expiresInDays: number()
    .integer()
    .required('Choose when the token expires')
    .min(1, 'At least one day')
    .max(maxApiKeyDays, 'At most a year'),
  password: currentPassword(),
});

export const scimCommands = {
  /** @throws COMPANY_MISSING */
  scimTokens: command<ScimTokens>()('identity.scim-tokens', object({})),
  /**
   * Creates an API key that can make SCIM calls only. The answer contains the `token` only this once. It counts towards the 20 live keys of a
   * company, and is revoked as they are. @throws PASSWORD_WRONG, KEY_LIMIT, COMPANY_MISSING, SSO_DOMAIN_MISSING
   */
  createScimToken: command<{ token: string; scimToken: ScimToken }>()('identity.create-scim-token', scimTokenForm),

  /** What this server supports (RFC 7643, 5). */
  scimConfig: command<ScimConfig>()('identity.scim-config', object({})),
  scimResourceTypes: command<ScimList<ScimResourceType>>()('identity.scim-resource-types', object({})),
  scimSchemas: command<ScimList<ScimSchema>>()('identity.scim-schemas', object({})),

  /** People that the identity provider has added. Filters: `userName eq "…"`, `externalId eq "…"`. @throws SCIM_FILTER */
  scimUsers: command<ScimList<ScimUser>>()('identity.scim-users', object(listed)),
  /** @throws NOT_FOUND */
  scimUser: command<ScimUser>()('identity.scim-user', object({ ...one, ...shown })),
  /**
   * Makes a person a member, with a new account unless there is one. The address must be of a verified domain. An existing member keeps the roles.
   * @throws SCIM_EXISTS, SCIM_REMOVED, SSO_ACCOUNTS_FULL
   */
  createScimUser: command<ScimUser>()('identity.create-scim-user', user),
  /** With `active` false the membership ends at once. @throws NOT_FOUND, SCIM_FIXED, SCIM_OWNER, SCIM_REMOVED */
  replaceScimUser: command<ScimUser>()('identity.replace-scim-user', user.shape(one)),
  /** @throws NOT_FOUND, SCIM_PATH, SCIM_FIXED, SCIM_OWNER, SCIM_REMOVED */
  patchScimUser: command<ScimUser>()('identity.patch-scim-user', object({ ...one, ...operations })),
  /** The membership ends at once. @throws NOT_FOUND, SCIM_OWNER */
  deleteScimUser: command<{ id: string }>()('identity.delete-scim-user', object(one)),

  /**
   * Groups that the identity provider has added. Filters: `displayName eq "…"`, `externalId eq "…"`. A page has fewer groups if their members
   * would be too many for one answer. @throws SCIM_FILTER, SCIM_TOO_MANY
   */
  scimGroups: command<ScimList<ScimGroup>>()('identity.scim-groups', object(listed)),
  /** @throws NOT_FOUND, SCIM_TOO_MANY */
  scimGroup: command<ScimGroup>()('identity.scim-group', object({ ...one, ...shown })),
  /** Its name must be a value of the role mapping of single sign-on, or a role of members. Members of the group get this role. @throws SCIM_EXISTS, SCIM_GROUPS_FULL */
  createScimGroup: command<ScimGroup>()('identity.create-scim-group', group),
  /** @throws NOT_FOUND, SCIM_EXISTS */
  replaceScimGroup: command<ScimGroup>()('identity.replace-scim-group', group.shape(one)),
  /** Answers 204 without a body for a group with too many members for one answer. @throws NOT_FOUND, SCIM_PATH, SCIM_EXISTS */
  patchScimGroup: command<ScimGroup>()('identity.patch-scim-group', object({ ...one, ...operations })),
  /** @throws NOT_FOUND */
  deleteScimGroup: command<{ id: string }>()('identity.delete-scim-group', object(one)),
};
