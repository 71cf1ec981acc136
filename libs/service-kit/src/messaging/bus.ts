/** Attempts before an event becomes a dead letter. */
export const maxDeliveries = 8;

export interface Delivery {
  /** The event's id, the same on every redelivery. */
  id: string;
  subject: string;
  data: Uint8Array;
  /** 1 for the first try. */
  attempt: number;
}

/** Processes deliveries in their order. @returns the outcome of each */
export type DeliveryHandler = (deliveries: Delivery[]) => Promise<PromiseSettledResult<void>[]>;

/**
 * Carries events between services, durably, and broadcasts. Two implementations: NATS for the services
 * topology, a dispatcher in memory for the embedded one. Requests go over Nest's transport (`commands/`).
 */
export abstract class Bus {
  /** Publishes events in their order: each is stored by the stream, or processed by every consumer. @returns the outcome of each */
  abstract publishAll(events: Delivery[]): Promise<PromiseSettledResult<void>[]>;

  /** As `publishAll`, for one event that must be published. @throws why it was not */
  async publish(event: Delivery): Promise<void> {
    const [outcome] = await this.publishAll([event]);
    if (outcome?.status === 'rejected') throw outcome.reason;
  }

  /** Delivers every event below `prefix` (`evt.storage`) at least once, in batches of those available; rejected ones are delivered again. */
  abstract consume(group: string, prefix: string, handle: DeliveryHandler): Promise<void>;
  /** How many events below `prefix` the group has yet to process. */
  abstract waiting(group: string, prefix: string): Promise<number>;
  /** What the stream of events holds, and may hold, in bytes; null without a stream. */
  abstract room(): Promise<{ bytes: number; maxBytes: number } | null>;
  /** Sends to every process that listens now; nothing is stored. */
  abstract broadcast(subject: string, data: Uint8Array): void;
  abstract listen(subject: string, handler: (data: Uint8Array) => void): Promise<void>;
  /** @throws when the bus cannot be reached */
  abstract ready(): Promise<void>;
  /** Stops delivery and finishes what has begun. */
  abstract close(): Promise<void>;
}
