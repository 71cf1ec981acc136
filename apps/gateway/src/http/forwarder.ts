import { Controller, Res, type Type } from '@nestjs/common';
import type { Route } from '@tradepost/contracts/routes';
import type { FastifyReply } from 'fastify';
import { forwardedRoutes } from './hand-written';
import type { RouteCall } from './route-call';
import { Call, mount } from './route.decorator';

/**
 * A controller with one method for each route: it sends the request's input to the route's command and answers with the reply.
 * The methods are decorated as hand-written ones are, so guards, filters and start-up checks treat both the same.
 */
export function forwarderOf(routes: Record<string, Route>, answer: typeof passOn = passOn): Type {
  @Controller()
  class Forwarder {}
  for (const [name, route] of Object.entries(routes)) {
    // a function of its own, because the decorators attach the route to it
    const method = (call: RouteCall<Route>, reply: FastifyReply) => answer(call, reply);
    const descriptor = { value: method, configurable: true };
    Object.defineProperty(Forwarder.prototype, name, descriptor);
    mount(route)(Forwarder.prototype, name, descriptor);
    Call()(Forwarder.prototype, name, 0);
    Res({ passthrough: true })(Forwarder.prototype, name, 1);
  }
  return Forwarder;
}

/** Answers with the reply of the route's command. */
async function passOn(call: Pick<RouteCall<Route>, 'pass' | 'forward'>, reply: FastifyReply): Promise<unknown> {
  const given = await call.pass();
  if ('value' in given) return given.value;
  void reply.header('content-type', 'application/json; charset=utf-8');
  return given.json;
}

export const Forwarder = forwarderOf(forwardedRoutes);
