import { accountRoutes } from './account';
import { activityRoutes } from './activity';
import { adminRoutes } from './admin';
import { identityRoutes } from './identity';
import type { Permission } from '../roles';
import { kycRoutes } from './kyc';
import { memberRoutes } from './company/members';
import { permissionOfRoute } from './permissions';
import { requestRoutes } from './requests';
import { reviewRoutes } from './review';
import type { Route } from './route';
import { scimRoutes } from './company/scim';
import { ssoRoutes } from './company/sso';
import { storageRoutes } from './storage';

export type { Allow, Self, RouteOptions, Route, RouteIn, RouteOut } from './route';

export { scimBase } from './company/scim';

export const apiBase = '/api';

/** The HTTP API: the only place for paths, wire spellings and permissions. */
export const routes = {
  ...identityRoutes,
  ...memberRoutes,
  ...ssoRoutes,
  ...scimRoutes,
  ...kycRoutes,
  ...storageRoutes,
  ...requestRoutes,
  ...activityRoutes,
  ...reviewRoutes,
  ...accountRoutes,
  ...adminRoutes,
} satisfies Record<string, Route>;

/** A route, and the permission that its callers need. */
export interface Access extends Route {
  permission: Permission | undefined;
}

const bySubject = new Map<string, Access>();
for (const [name, route] of Object.entries<Route>(routes)) {
  const access = { ...route, permission: permissionOfRoute[name] };
  const other = bySubject.get(route.command.subject);
  if (other && (['allow', 'kyc', 'key', 'permission'] as const).some((rule) => other[rule] !== access[rule])) {
    throw new Error(`${route.command.subject} is reachable by two routes with different access`);
  }
  bySubject.set(route.command.subject, access);
  if (route.doneBy) bySubject.set(route.doneBy.subject, access);
}

/** The access rules of a command; undefined if no route reaches the command. */
export const accessOf = ({ subject }: { subject: string }): Access | undefined => bySubject.get(subject);
