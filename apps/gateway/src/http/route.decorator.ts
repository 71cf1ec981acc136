import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { apiBase, type Route } from '@tradepost/contracts/routes';
import type { FastifyRequest } from 'fastify';

export const ROUTE = 'tradepost:route';

/** A request after the guard: who calls. */
export type GatewayRequest = FastifyRequest & { actor: UserActor };

/** Mounts a method on a route of the contracts; its path, status and access come from there alone. */
export const Http = (route: Route) =>
  applyDecorators(
    RequestMapping({ path: apiBase + route.path, method: RequestMethod[route.method] }),
    HttpCode(route.status ?? 200),
    SetMetadata(ROUTE, route),
  );

/** The route a handler is mounted on. */
export const routeOf = (handler: object): Route | undefined => Reflect.getMetadata(ROUTE, handler) as Route | undefined;

/** Query, body and path of a request in internal spelling, not yet validated; the path wins, and what the route fixes wins over all. */
export function inputOf(
  route: Route,
  request: Pick<FastifyRequest, 'query' | 'body' | 'params'>,
): Record<string, unknown> {
  const body = request.body && typeof request.body === 'object' && !Array.isArray(request.body) ? request.body : {};
  const given: Record<string, unknown> = { ...(request.query as object), ...body, ...(request.params as object) };
  for (const [name, wire] of Object.entries(route.wire ?? {})) {
    if (wire in given) given[name] = given[wire];
  }
  return { ...given, ...route.fixed };
}

export const Input = createParamDecorator((_: unknown, context: ExecutionContext): any => {
  const route = routeOf(context.getHandler());
  if (!route) throw new Error('@Input needs @Http');
  return inputOf(route, context.switchToHttp().getRequest<FastifyRequest>());
});

const longestKey = 200;

/** The caller's `Idempotency-Key`, on routes that take one. */
export const Key = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined => {
  if (!routeOf(context.getHandler())?.idempotent) throw new Error('@Key needs an idempotent route');
  const key = context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length > 0 && key.length <= longestKey) return key;
  throw new AppError('INVALID', { message: `Idempotency-Key must have 1 to ${longestKey} characters` });
});

/** The acting user, or the public actor of a public route. */
export const Me = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<GatewayRequest>().actor,
);
