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
    for (const prefix of publishers) await this.bus.consume(this.service, prefix, (delivery) => this.take(delivery));
  }

  private async take({ id, subject, data, attempt }: Delivery) {
    const handler = this.handlers.get(subject);
    if (!handler) return;
    const envelope = JSON.parse(Buffer.from(data).toString()) as Envelope;
    const began = performance.now();
    const took = (result: 'ok' | 'error' | 'dead') => eventDuration.observe({ subject, consumer: this.service, result }, secondsSince(began));
    try {
      await this.once(envelope, handler);
      took('ok');
    } catch (error) {
      took(attempt < maxDeliveries ? 'error' : 'dead');
      if (attempt < maxDeliveries) throw error;
      log.error({ err: error, subject, event: id }, 'an event is set aside as a dead letter');
      await this.setAside(envelope, error);
    }
    if (envelope.settleTo) this.bus.broadcast(envelope.settleTo, Buffer.from(JSON.stringify({ id, consumer: this.service })));
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

  private once({ meta, payload }: Envelope, handler: EventHandler) {
    const options = { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': meta.subject, 'messaging.consumer.group.name': this.service }, from: meta.traceparent };
    const take = () =>
      this.db.transaction(async (tx) => {
        if (await this.isNew(tx, meta.id)) await handler(payload, meta, tx);
      });
    return inContext({ requestId: meta.requestId, userId: meta.actor?.userId }, () => traced(`${meta.subject} to ${this.service}`, options, take));
  }

  private setAside(envelope: Envelope, error: unknown) {
    const { id, subject } = envelope.meta;
    return this.db.transaction(async (tx) => {
      if (await this.isNew(tx, id)) await tx.insert(DeadLetterRow, { eventId: id, subject, message: envelope, error: String(error) });
    });
  }

  private async isNew(tx: Tx, eventId: string): Promise<boolean> {
    const fresh = (await tx.query('INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id', [eventId])) as unknown[];
    return fresh.length > 0;
  }
}
