import type { Subscriber } from '@tradepost/contracts/define';
import { allEvents } from '@tradepost/contracts/events';
import { On } from '@tradepost/service-kit/messaging/decorators';

/** Binds a method to every event for a service, where a test runs a part of the service that acts on none of them. */
export const OnAll =
  (service: Subscriber) =>
  (prototype: object, method: string, descriptor: TypedPropertyDescriptor<() => Promise<void>>): void => {
    for (const event of allEvents) if (event.to.includes(service)) On(event)(prototype, method, descriptor);
  };
