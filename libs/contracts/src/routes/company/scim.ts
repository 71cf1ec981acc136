import { identity } from '../../identity';
import { del, get, patch, post, put, type Route } from '../route';

/** Below it is what identity providers call. */
export const scimBase = '/scim/v2';

const call = { allow: 'any', key: 'scim', answer: 'scim' } as const;
const patched = { ...call, wire: { operations: 'Operations' } } as const;
const users = `${scimBase}/Users`;
const groups = `${scimBase}/Groups`;

export const scimRoutes = {
  scimTokens: get('/scim/tokens', identity.scimTokens, { allow: 'any' }),
  createScimToken: post('/scim/tokens', identity.createScimToken, { allow: 'any', status: 201 }),
  scimConfig: get(`${scimBase}/ServiceProviderConfig`, identity.scimConfig, call),
  scimResourceTypes: get(`${scimBase}/ResourceTypes`, identity.scimResourceTypes, call),
  scimSchemas: get(`${scimBase}/Schemas`, identity.scimSchemas, call),
  scimUsers: get(users, identity.scimUsers, call),
  scimUser: get(`${users}/:id`, identity.scimUser, call),
  createScimUser: post(users, identity.createScimUser, { ...call, status: 201 }),
  replaceScimUser: put(`${users}/:id`, identity.replaceScimUser, call),
  patchScimUser: patch(`${users}/:id`, identity.patchScimUser, patched),
  deleteScimUser: del(`${users}/:id`, identity.deleteScimUser, { ...call, status: 204 }),
  scimGroups: get(groups, identity.scimGroups, call),
  scimGroup: get(`${groups}/:id`, identity.scimGroup, call),
  createScimGroup: post(groups, identity.createScimGroup, { ...call, status: 201 }),
  replaceScimGroup: put(`${groups}/:id`, identity.replaceScimGroup, call),
  patchScimGroup: patch(`${groups}/:id`, identity.patchScimGroup, patched),
  deleteScimGroup: del(`${groups}/:id`, identity.deleteScimGroup, { ...call, status: 204 }),
} satisfies Record<string, Route>;
