import { routes, type Route } from '@tradepost/contracts/routes';
import type { FastifyReply } from 'fastify';
import { forwarderOf } from '../http/forwarder';
import type { RouteCall } from '../http/route-call';
import { scimContentType } from './scim-answers';

const scimRoutes = Object.fromEntries(Object.entries<Route>(routes).filter(([, { answer }]) => answer === 'scim'));

/** A new resource has an address (RFC 7644, 3.3). Without schemas it is not shown. */
interface Resource {
  schemas?: string[];
  meta?: { location?: string };
}

/** Answers with the reply of the route's command as SCIM, and with nothing where there is no resource to show. */
async function answer(call: Pick<RouteCall<Route>, 'forward'>, reply: FastifyReply): Promise<unknown> {
  const given = (await call.forward()) as Resource;
  if (!given.schemas?.length) void reply.status(204);
  if (reply.statusCode === 204) return undefined;
  void reply.header('content-type', scimContentType);
  if (reply.statusCode === 201 && given.meta?.location) void reply.header('location', given.meta.location);
  return JSON.stringify(given);
}

/** A controller of what identity providers call. */
export const ScimForwarder = forwarderOf(scimRoutes, answer);
