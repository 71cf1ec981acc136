import { maxScimCount } from '@tradepost/contracts/identity';
import { listOf, urns } from './scim-views';

/** What this server supports (RFC 7643, 5). */
export const config = {
  schemas: [urns.config],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxScimCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'SCIM token', description: 'A token that the owner of the company has created' },
  ],
};

const typeOf = (name: 'User' | 'Group', schema: string) => ({
  schemas: [urns.resourceType],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
});

export const resourceTypes = listOf([typeOf('User', urns.user), typeOf('Group', urns.group)]);

const attribute = (
  name: string,
  { type = 'string', multiValued = false, required = false, mutability = 'readWrite' } = {},
) => ({ name, type, multiValued, required, mutability });
const readOnly = { mutability: 'readOnly' };

const user = [
  attribute('userName', { required: true, mutability: 'immutable' }),
  attribute('externalId'),
  {
    ...attribute('name', { type: 'complex' }),
    subAttributes: [attribute('givenName'), attribute('familyName')],
  },
  attribute('displayName', readOnly),
  attribute('active', { type: 'boolean' }),
  {
    ...attribute('emails', { type: 'complex', multiValued: true, ...readOnly }),
    subAttributes: [
      attribute('value', readOnly),
      attribute('type', readOnly),
      attribute('primary', { type: 'boolean', ...readOnly }),
    ],
  },
  {
    ...attribute('groups', { type: 'complex', multiValued: true, ...readOnly }),
    subAttributes: [attribute('value', readOnly), attribute('display', readOnly)],
  },
];

const group = [
  attribute('displayName', { required: true }),
  attribute('externalId'),
  {
    ...attribute('members', { type: 'complex', multiValued: true }),
    subAttributes: [attribute('value', { mutability: 'immutable' }), attribute('display', readOnly)],
  },
];

export const schemas = listOf([
  { schemas: [urns.schema], id: urns.user, name: 'User', attributes: user },
  { schemas: [urns.schema], id: urns.group, name: 'Group', attributes: group },
]);
