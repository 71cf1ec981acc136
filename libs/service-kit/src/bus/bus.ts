/** Tries before an event is set aside as a dead letter. */
export const maxDeliveries = 8;

export interface Delivery {
  /** The event's id, the same on every redelivery. */
  id: string;
  subject: string;
  data: Uint8Array;
  /** 1 for the first try. */
  attempt: number;
}

/** Takes deliveries in their order. @returns what became of each */
export type Take = (deliveries: Delivery[]) => Promise<PromiseSettledResult<void>[]>;

/** No service answered the subject, or not in time. */
export class BusUnavailable extends Error {}

/**
 * What carries requests and events between services. Two implementations: NATS for the services
 * topology, a dispatcher in memory for the embedded one.
 */
export abstract class Bus {
  /** @throws BusUnavailable when nobody answers within `timeoutMs` */
  abstract request(subject: string, data: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  /** Answers `subject`; of all processes of one `group` one gets each request. */
  abstract serve(subject: string, group: string, handler: (data: Uint8Array) => Promise<Uint8Array>): Promise<void>;
  /** Resolves once the event is safe: kept by the stream, or taken by every consumer. */
  abstract publish(event: Delivery): Promise<void>;
  /** Takes every event below `prefix` (`evt.storage`) at least once, as many at a time as are there; what is rejected comes again. */
  abstract consume(group: string, prefix: string, take: Take): Promise<void>;
  /** Tells every process that listens now; nothing is kept. */
  abstract broadcast(subject: string, data: Uint8Array): void;
  abstract listen(subject: string, handler: (data: Uint8Array) => void): Promise<void>;
  /** @throws when the bus cannot be reached */
  abstract ready(): Promise<void>;
  /** Takes no more, finishes what is in hand. */
  abstract close(): Promise<void>;
}
