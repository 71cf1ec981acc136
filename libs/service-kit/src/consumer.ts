import { SpanKind } from '@opentelemetry/api';
import type { Subscriber } from '@tradepost/contracts/define';
import { Bus, maxDeliveries, type Delivery } from './bus/bus';
import { inContext } from './context';
import { Db, type Tx } from './database';
import type { EventMeta } from './decorators';
import { DeadLetterRow } from './kit.entities';
import { log } from './logging';
import { eventDuration, secondsSince } from './observe/metrics';
import { traced } from './observe/tracing';

export type EventHandler = (payload: any, meta: EventMeta, tx: Tx) => Promise<void>;

interface Envelope {
  meta: EventMeta;
  payload: unknown;
  settleTo: string | null;
}

/** Takes events once each: the inbox row commits with the effect, a repeat finds it and does nothing. */
export class Consumer {
  constructor(
    private readonly service: Subscriber,
    private readonly db: Db,
    private readonly bus: Bus,
    private readonly handlers: ReadonlyMap<string, EventHandler>,
  ) {}

  async start() {
    const publishers = new Set([...this.handlers.keys()].map((subject) => subject.split('.').slice(0, 2).join('.')));
    for (const prefix of publishers)
      await this.bus.consume(this.service, prefix, (deliveries) => this.takeAll(deliveries));
  }

  /** Several in one transaction, for one commit; when one of them fails, each in its own. */
  private async takeAll(deliveries: Delivery[]): Promise<PromiseSettledResult<void>[]> {
    const taken =
      deliveries.length > 1 &&
      deliveries.every(({ attempt }) => attempt === 1) &&
      (await this.takeTogether(deliveries));
    if (taken) return deliveries.map(() => ({ status: 'fulfilled', value: undefined }));
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const delivery of deliveries) outcomes.push(...(await Promise.allSettled([this.take(delivery)])));
    return outcomes;
  }

  /** @returns whether all were taken; if not, none was */
  private async takeTogether(deliveries: Delivery[]): Promise<boolean> {
    const began = performance.now();
    const events: { delivery: Delivery; envelope: Envelope }[] = [];
    try {
      for (const delivery of deliveries)
        if (this.handlers.has(delivery.subject)) events.push({ delivery, envelope: opened(delivery) });
      await this.db.transaction(async (tx) => {
        const fresh = await this.newAmong(
          tx,
          events.map(({ envelope }) => envelope.meta.id),
        );
        for (const { envelope, delivery } of events) {
          // a repeat within the batch
          if (fresh.delete(envelope.meta.id))
            await this.effect(envelope, this.handlers.get(delivery.subject) as EventHandler, tx);
        }
      });
    } catch (error) {
      log.warn(
        { err: error, service: this.service, events: deliveries.length },
        'events that came together are taken one by one',
      );
      return false;
    }
    const each = secondsSince(began) / Math.max(1, events.length);
    for (const { envelope, delivery } of events) {
      eventDuration.observe({ subject: delivery.subject, consumer: this.service, result: 'ok' }, each);
      this.settled(envelope, delivery.id);
    }
    return true;
  }

  private async take(delivery: Delivery) {
    const { id, subject, attempt } = delivery;
    const handler = this.handlers.get(subject);
    if (!handler) return;
    const envelope = opened(delivery);
    const began = performance.now();
    const took = (result: 'ok' | 'error' | 'dead') =>
      eventDuration.observe({ subject, consumer: this.service, result }, secondsSince(began));
    try {
      await this.db.transaction(async (tx) => {
        if ((await this.newAmong(tx, [envelope.meta.id])).size > 0) await this.effect(envelope, handler, tx);
      });
      took('ok');
    } catch (error) {
      took(attempt < maxDeliveries ? 'error' : 'dead');
      if (attempt < maxDeliveries) throw error;
      log.error({ err: error, subject, event: id }, 'an event is set aside as a dead letter');
      await this.setAside(envelope, error);
    }
    this.settled(envelope, id);
  }

  /** Whoever waits for the event hears that it is taken here. */
  private settled({ settleTo }: Envelope, id: string) {
    if (settleTo) this.bus.broadcast(settleTo, Buffer.from(JSON.stringify({ id, consumer: this.service })));
  }

  /** Tries every dead letter again. */
  async replay(): Promise<{ replayed: number; failed: number }> {
    const letters = await this.db.read.find(DeadLetterRow);
    let failed = 0;
    for (const { eventId, subject, message } of letters) {
      const handler = this.handlers.get(subject);
      const done =
        handler &&
        (await this.db
          .transaction(async (tx) => {
            await tx.delete(DeadLetterRow, eventId);
            await handler((message as Envelope).payload, (message as Envelope).meta, tx);
            return true;
          })
          .catch((error) => log.error({ err: error, subject, event: eventId }, 'a dead letter failed again')));
      if (!done) failed += 1;
    }
    return { replayed: letters.length - failed, failed };
  }

  private effect({ meta, payload }: Envelope, handler: EventHandler, tx: Tx) {
    const options = {
      kind: SpanKind.CONSUMER,
      attributes: { 'messaging.destination.name': meta.subject, 'messaging.consumer.group.name': this.service },
      from: meta.traceparent,
    };
    return inContext({ requestId: meta.requestId, userId: meta.actor?.userId }, () =>
      traced(`${meta.subject} to ${this.service}`, options, () => handler(payload, meta, tx)),
    );
  }

  private setAside(envelope: Envelope, error: unknown) {
    const { id, subject } = envelope.meta;
    return this.db.transaction(async (tx) => {
      if ((await this.newAmong(tx, [id])).size > 0)
        await tx.insert(DeadLetterRow, { eventId: id, subject, message: envelope, error: String(error) });
    });
  }

  /** Notes the events as taken; in one order, so that two batches never wait for each other. @returns those that were not */
  private async newAmong(tx: Tx, eventIds: string[]): Promise<Set<string>> {
    const fresh = (await tx.query(
      'INSERT INTO inbox (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id',
      [[...new Set(eventIds)].sort()],
    )) as { event_id: string }[];
    return new Set(fresh.map(({ event_id }) => event_id));
  }
}

const opened = ({ data }: Delivery) => JSON.parse(Buffer.from(data).toString()) as Envelope;
