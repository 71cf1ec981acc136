import {
  applyDecorators,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import type { UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { apiBase, type Route } from '@tradepost/contracts/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCredential } from './credentials';
import { RouteCallPipe, type AnswerOf, type RouteCall, type RouteRequest } from './route-call';

const ROUTE = 'tradepost:route';
const ALSO = 'tradepost:also';

/** A request after the guard: it has the caller. */
export type GatewayRequest = FastifyRequest & { actor: UserActor };

/** The return type of a hand-written method: the route's answer, or the reply that the method has sent. */
type ResultOf<R extends Route> = R extends { body: 'tus' } | { answer: 'bytes' | 'page' }
  ? unknown
  : Promise<AnswerOf<R> | FastifyReply>;

/** Mounts a method on a route. Path, status and access come from the route table only. */
export const mount = (route: Route, also: readonly AnyCommand[] = []): MethodDecorator =>
  applyDecorators(
    RequestMapping({ path: apiBase + route.path, method: RequestMethod[route.method] }),
    HttpCode(route.status ?? 200),
    SetMetadata(ROUTE, route),
    SetMetadata(ALSO, also),
  );

/**
 * Mounts a hand-written method on its route. Its first parameter is `@Call() call`, bound to this route.
 * @param also further commands that the method sends
 */
export const Http =
  <R extends Route, const Also extends readonly AnyCommand[] = readonly []>(route: R, { also }: { also?: Also } = {}) =>
  <F extends (call: RouteCall<R, Also[number]>, ...rest: never[]) => ResultOf<R>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<F>,
  ): void => {
    mount(route, also)(target, key, descriptor);
  };

/** The route that a handler is mounted on. */
export const routeOf = (handler: object): Route | undefined => Reflect.getMetadata(ROUTE, handler) as Route | undefined;

/**
 * Query, body and path of a request in internal spelling, not yet validated. Path parameters replace fields of the same name,
 * and the route's fixed fields replace all.
 * @throws AppError INVALID for a credential in the query
 */
export function inputOf(
  route: Route,
  request: Pick<FastifyRequest, 'query' | 'body' | 'params'>,
): Record<string, unknown> {
  const misplaced = Object.keys(request.query as object).find(isCredential);
  if (misplaced && route.method !== 'GET') {
    const message = `${misplaced} must be in the body`;
    throw new AppError('INVALID', { message, errors: [{ field: misplaced, message }] });
  }
  const body = request.body && typeof request.body === 'object' && !Array.isArray(request.body) ? request.body : {};
  const given: Record<string, unknown> = { ...(request.query as object), ...body, ...(request.params as object) };
  for (const [name, wire] of Object.entries(route.wire ?? {})) {
    if (wire in given) given[name] = given[wire];
  }
  return { ...given, ...route.fixed };
}

const maxKeyLength = 200;

/** @throws AppError INVALID */
function idempotencyKeyOf({ idempotent }: Route, { headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (!idempotent || key === undefined) return undefined;
  if (typeof key === 'string' && key.length > 0 && key.length <= maxKeyLength) return key;
  throw new AppError('INVALID', { message: `Idempotency-Key must have 1 to ${maxKeyLength} characters` });
}

function routeRequest(_: unknown, context: ExecutionContext): RouteRequest {
  const handler = context.getHandler();
  const route = routeOf(handler);
  if (!route) throw new Error('@Call() needs @Http()');
  const request = context.switchToHttp().getRequest<GatewayRequest>();
  return {
    route,
    also: Reflect.getMetadata(ALSO, handler) as readonly AnyCommand[],
    actor: request.actor,
    input: inputOf(route, request),
    idempotencyKey: idempotencyKeyOf(route, request),
  };
}

const routeRequestParam = createParamDecorator(routeRequest);

/** The call of the route that the method is mounted on. */
export const Call = () => routeRequestParam(RouteCallPipe);

/** Whether the method's first parameter is `@Call()`. */
export function takesCall(controller: object, method: string): boolean {
  const params = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) as
    Record<string, { index: number; factory?: unknown }> | undefined;
  return Object.values(params ?? {}).some(({ index, factory }) => index === 0 && factory === routeRequest);
}

/** The acting user, on a handler outside the route table. */
export const Me = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<GatewayRequest>().actor,
);
