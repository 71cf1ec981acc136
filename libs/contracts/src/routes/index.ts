import { accountRoutes } from './account';
import { activityRoutes } from './activity';
import { adminRoutes } from './admin';
import { identityRoutes } from './identity';
import { kycRoutes } from './kyc';
import { requestRoutes } from './requests';
import { reviewRoutes } from './review';
import type { Route } from './route';
import { storageRoutes } from './storage';

export type { Allow, Self, RouteOptions, Route, RouteIn, RouteOut } from './route';

export const apiBase = '/api';

/** The HTTP API: the only place for paths, wire spellings and permissions. */
export const routes = {
  ...identityRoutes,
  ...kycRoutes,
  ...storageRoutes,
  ...requestRoutes,
  ...activityRoutes,
  ...reviewRoutes,
  ...accountRoutes,
  ...adminRoutes,
} satisfies Record<string, Route>;

const bySubject = new Map<string, Route>();
for (const route of Object.values<Route>(routes)) {
  const other = bySubject.get(route.command.subject);
  if (other && (other.allow !== route.allow || other.kyc !== route.kyc || other.key !== route.key)) {
    throw new Error(`${route.command.subject} is reachable by two routes with different access`);
  }
  bySubject.set(route.command.subject, route);
}

/** The route of a command, with its access rules; undefined if no route reaches the command. */
export const accessOf = ({ subject }: { subject: string }): Route | undefined => bySubject.get(subject);
