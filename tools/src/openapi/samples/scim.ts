import { bob, bytes, ids, keyPrefix, leftOut, of, times } from './scenario';

const host = 'https://tradepost.example';
const base = `${host}/api/scim/v2`;
const urn = 'urn:ietf:params:scim:schemas:core:2.0';
const name = { givenName: bob.firstName, familyName: bob.lastName };
const person = { externalId: '00u1ab2cd3EF4gh5i6j7', userName: bob.email };
const meta = { created: times.invited, lastModified: times.accepted };

export const scimAnswers: Record<string, unknown> = {
  'ScimTokens.baseUrl': base,
  ...of('ScimToken', { id: ids.key, name: 'Entra ID', prefix: keyPrefix, createdAt: times.folder, revokedAt: null }),
  ...of('ScimToken', {
    expiresAt: '2027-10-07T07:30:12.480Z',
    lastUsedAt: times.nextMorning,
    lastUsedIp: '203.0.113.24',
  }),
  ...of('createScimToken.scimToken', { lastUsedAt: null, lastUsedIp: null }),
  'createScimToken.token': `${keyPrefix}${bytes('scim token', 32)}EXAMPLE0`,
  ...of('ScimUser', {
    ...person,
    schemas: [`${urn}:User`],
    id: ids.bob,
    displayName: `${bob.firstName} ${bob.lastName}`,
    active: true,
    name,
    emails: [{ value: person.userName, type: 'work', primary: true }],
    groups: [{ value: ids.entry, display: 'uploader' }],
    meta: { resourceType: 'User', ...meta, location: `${base}/Users/${ids.bob}` },
  }),
  ...of('ScimGroup', {
    schemas: [`${urn}:Group`],
    id: ids.entry,
    externalId: leftOut,
    displayName: 'uploader',
    members: [{ value: ids.bob, display: person.userName }],
    meta: { resourceType: 'Group', ...meta, location: `${base}/Groups/${ids.entry}` },
  }),
};

export const scimInputs: Record<string, unknown> = {
  'Users/{id}': ids.bob,
  'Groups/{id}': ids.entry,
  startIndex: 1,
  count: 100,
  attributes: 'externalId',
  excludedAttributes: 'groups,members',
  'scimUsers.filter': `userName eq "${person.userName}"`,
  'scimGroups.filter': 'displayName eq "uploader"',
  ...of('createScimToken', { name: 'Entra ID', expiresInDays: 365 }),
  ...of('createScimUser', { ...person, active: true, name }),
  ...of('replaceScimUser', { ...person, active: false, name }),
  ...of('patchScimUser', { Operations: [{ op: 'replace', path: 'active', value: false }] }),
  ...of('createScimGroup', { displayName: 'uploader', members: [{ value: ids.bob }] }),
  ...of('replaceScimGroup', { displayName: 'uploader', members: [{ value: ids.bob }] }),
  ...of('patchScimGroup', { Operations: [{ op: 'add', path: 'members', value: [{ value: ids.bob }] }] }),
};
