import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { routes, type Route } from '@tradepost/contracts/routes';
import { exactly } from '@tradepost/service-kit/service';
import { routeOf } from './route.decorator';

const address = ({ method, path }: Route) => `${method} ${path}`;

/** Refuses to start unless every route of the contracts is mounted exactly once. */
@Injectable()
export class Mounts implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit() {
    const mounted = this.discovery.getControllers().flatMap(({ instance }) => {
      if (!instance) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, object>;
      return this.scanner.getAllMethodNames(prototype).flatMap((name) => routeOf(prototype[name] as object) ?? []);
    });
    exactly('gateway', 'route', Object.values(routes).map(address), mounted.map(address));
  }
}
