import { SpanKind } from '@opentelemetry/api';
import type { Subscriber } from '@tradepost/contracts/define';
import { Bus, maxDeliveries, type Delivery } from './bus';
import { inContext } from '../runtime/context';
import { Db } from '../database/database';
import type { Tx } from '../database/transaction';
import { prepared } from '../database/prepared';
import { sql } from '../database/sql';
import type { EventMeta } from './event-meta';
import { DeadLetterRow } from '../database/kit.entities';
import { log } from '../observability/logging';
import { eventDuration, secondsSince } from '../observability/metrics';
import { traced } from '../observability/tracing';

// a map holds handlers of every event, each typed by its own payload at @On
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type EventHandler = (payload: any, meta: EventMeta, tx: Tx) => Promise<void>;

interface Envelope {
  meta: EventMeta;
  payload: unknown;
  settleTo: string | null;
}

const insertInbox = {
  name: 'inbox-events',
  text: 'INSERT INTO inbox (event_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING RETURNING event_id',
};

/** Processes each event once: the inbox row commits with the effect, so a repeat finds it and does nothing. */
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

  /** Several in one transaction, for one commit; when one of them fails, each in its own, as is one that failed before. */
  private async takeAll(deliveries: Delivery[]): Promise<PromiseSettledResult<void>[]> {
    const fresh = deliveries.filter(({ attempt }) => attempt === 1);
    const together = new Set(fresh.length > 1 ? fresh : []);
    let taken: boolean | undefined;
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const delivery of deliveries) {
      // before those that came after them, and after those that came before
      if (together.has(delivery)) taken ??= await this.takeTogether(fresh);
      if (together.has(delivery) && taken) outcomes.push({ status: 'fulfilled', value: undefined });
      else outcomes.push(...(await Promise.allSettled([this.take(delivery)])));
    }
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
        const fresh = await this.insertUnseen(
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
        'a batch of events failed, processing them one by one',
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
        if ((await this.insertUnseen(tx, [envelope.meta.id])).size > 0) await this.effect(envelope, handler, tx);
      });
      took('ok');
    } catch (error) {
      took(attempt < maxDeliveries ? 'error' : 'dead');
      if (attempt < maxDeliveries) throw error;
      log.error({ err: error, subject, event: id }, 'an event failed too often and is now a dead letter');
      await this.setAside(envelope, error);
    }
    this.settled(envelope, id);
  }

  /** Reports to the publisher that this consumer has processed the event. */
  private settled({ settleTo }: Envelope, id: string) {
    if (settleTo) this.bus.broadcast(settleTo, Buffer.from(JSON.stringify({ id, consumer: this.service })));
  }

  /** Tries every dead letter again. */
  async replay(): Promise<{ replayed: number; failed: number }> {
    const letters = await sql(this.db.read).find(DeadLetterRow);
    let failed = 0;
    for (const { eventId, subject, message } of letters) {
      const handler = this.handlers.get(subject);
      const done =
        handler &&
        (await this.db
          .transaction(async (tx) => {
            await sql(tx).delete(DeadLetterRow, eventId);
            await handler((message as Envelope).payload, (message as Envelope).meta, tx);
            return true;
          })
          .catch((error) => log.error({ err: error, subject, event: eventId }, 'replaying a dead letter failed')));
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
      if ((await this.insertUnseen(tx, [id])).size > 0)
        await sql(tx).insert(DeadLetterRow, { eventId: id, subject, message: envelope, error: String(error) });
    });
  }

  /** Records the events as processed, in one order, so that two batches never deadlock. @returns those that were new */
  private async insertUnseen(tx: Tx, eventIds: string[]): Promise<Set<string>> {
    const fresh = await prepared<{ event_id: string }>(tx, insertInbox, [[...new Set(eventIds)].sort()]);
    return new Set(fresh.map(({ event_id }) => event_id));
  }
}

const opened = ({ data }: Delivery) => JSON.parse(Buffer.from(data).toString()) as Envelope;
