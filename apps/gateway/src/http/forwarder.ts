import { Controller, type Type } from '@nestjs/common';
import type { Route } from '@tradepost/contracts/routes';
import { forwardedRoutes } from './hand-written';
import type { RouteCall } from './route-call';
import { Call, mount } from './route.decorator';

/**
 * A controller with one method for each route: it sends the request's input to the route's command and answers with the reply.
 * The methods are decorated as hand-written ones are, so guards, filters and start-up checks treat both the same.
 */
export function forwarderOf(routes: Record<string, Route>): Type {
  @Controller()
  class Forwarder {}
  for (const [name, route] of Object.entries(routes)) {
    const descriptor = { value: (call: RouteCall<Route>) => call.forward(), configurable: true };
    Object.defineProperty(Forwarder.prototype, name, descriptor);
    mount(route)(Forwarder.prototype, name, descriptor);
    Call()(Forwarder.prototype, name, 0);
  }
  return Forwarder;
}

export const Forwarder = forwarderOf(forwardedRoutes);
