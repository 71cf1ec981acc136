import type { ScimGroup, ScimList, ScimMeta, ScimUser } from '@tradepost/contracts/identity';
import { apiBase, scimBase } from '@tradepost/contracts/routes';
import type { FoundGroup } from './scim-groups.repository';
import type { FoundUser } from './scim-users.repository';

export const scimUrlOf = (origin: string): string => `${origin}${apiBase}${scimBase}`;

/** Names of schemas and messages (RFC 7643, 8; RFC 7644, 8.2). */
export const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
};

const metaOf = (
  resourceType: 'User' | 'Group',
  { id, createdAt, changedAt }: Pick<FoundUser, 'id' | 'createdAt' | 'changedAt'>,
  origin: string,
): ScimMeta => ({
  resourceType,
  created: createdAt.toISOString(),
  lastModified: changedAt.toISOString(),
  location: `${scimUrlOf(origin)}/${resourceType}s/${id}`,
});

export function userView(user: FoundUser, origin: string): ScimUser {
  const { id, externalId, email, firstName, lastName, isOwner, isMember, groups } = user;
  return {
    schemas: [urns.user],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    name: { givenName: firstName, familyName: lastName },
    displayName: `${firstName} ${lastName}`.trim(),
    emails: [{ value: email, type: 'work', primary: true }],
    active: isOwner || isMember,
    groups,
    meta: metaOf('User', user, origin),
  };
}

export function groupView(group: FoundGroup, origin: string): ScimGroup {
  const { id, externalId, displayName, members } = group;
  return {
    schemas: [urns.group],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    members,
    meta: metaOf('Group', group, origin),
  };
}

export const listOf = <T>(resources: T[], total = resources.length, startIndex = 1): ScimList<T> => ({
  schemas: [urns.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Attributes that every answer has (RFC 7643, 7: `returned` is `always`). */
const always = new Set(['id', 'schemas']);

interface Shown {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const namesIn = (given: string | undefined) =>
  (given ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase().split('.', 1)[0] as string)
    .filter(Boolean);

/** Whether the caller wants an attribute (RFC 7644, 3.9). */
type IsShown = (name: string) => boolean;

export function isShownBy({ attributes, excludedAttributes }: Shown): IsShown {
  const [wanted, excluded] = [new Set(namesIn(attributes)), new Set(namesIn(excludedAttributes))];
  const isWanted: IsShown = (name) => (wanted.size > 0 ? wanted.has(name) : !excluded.has(name));
  return (name) => always.has(name) || isWanted(name.toLowerCase());
}

/** The resource with the attributes that the caller wants. */
export const shownOf = <T extends object>(resource: T, isShown: IsShown): T =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name))) as T;
