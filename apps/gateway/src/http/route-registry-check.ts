import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { PARAMTYPES_METADATA } from '@nestjs/common/constants';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { routes, type Route } from '@tradepost/contracts/routes';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { assertOneHandlerEach } from '@tradepost/service-kit/runtime/service';
import { routeOf, takesCall } from './route.decorator';

interface MountedMethod {
  controller: Type;
  name: string;
  route: Route;
}

const address = ({ method, path }: Route) => `${method} ${path}`;
const nameOf = ({ controller, name }: MountedMethod) => `${controller.name}.${name}`;

/**
 * Refuses to start unless every route of the contracts is mounted exactly once, by a method that can send only the commands
 * of its route: it takes `@Call()`, and its controller has no `Rpc` to send others with.
 */
@Injectable()
export class RouteRegistryCheck implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit() {
    const mounted = this.mountedMethods();
    assertOneHandlerEach(
      'gateway',
      'route',
      Object.values<Route>(routes).map(address),
      mounted.map(({ route }) => address(route)),
    );
    const withoutCall = mounted.filter(({ controller, name }) => !takesCall(controller, name));
    if (withoutCall.length > 0)
      throw new Error(`gateway (routes): the first parameter is not @Call() in ${withoutCall.map(nameOf).join(', ')}`);
    const withRpc = new Set(
      mounted.filter(({ controller }) => injectsRpc(controller)).map(({ controller }) => controller.name),
    );
    if (withRpc.size > 0)
      throw new Error(
        `gateway (routes): ${[...withRpc].join(', ')} must send commands through @Call(), not through an injected Rpc`,
      );
  }

  private mountedMethods(): MountedMethod[] {
    return this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      if (!instance || !metatype) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
        const route = routeOf(prototype[name] as object);
        return route ? [{ controller: metatype as Type, name, route }] : [];
      });
    });
  }
}

const injectsRpc = (controller: Type) =>
  ((Reflect.getMetadata(PARAMTYPES_METADATA, controller) ?? []) as unknown[]).includes(Rpc);
