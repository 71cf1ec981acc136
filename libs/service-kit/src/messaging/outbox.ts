import type { Actor } from '@tradepost/contracts/actor';
import type { Event, Job, JobPayload, Payload } from '@tradepost/contracts/define';
import { v7 as uuidv7 } from 'uuid';
import { Bus } from './bus';
import { currentContext } from '../runtime/context';
import { Db } from '../database/database';
import type { Tx } from '../database/transaction';
import type { EventMeta } from './event-meta';
import type { JobIntentRow, JobOrigin } from '../database/kit.entities';
import { log } from '../observability/logging';
import { traceparent } from '../observability/tracing';
import type { Relay } from './relay';

const settleMs = 2_000;
/** How long events that nobody waits for are gathered: those of several transactions share the transactions of their consumers. */
const gatherMs = { forLog: 200, forOthers: 20 };

/**
 * SQL that stores events: a statement of its own, or a part of one that has other parameters before `first`. Its values: `Outbox.take`.
 * @param known expression for the fields of the payloads that only the statement knows, and the one row that it reads them from: without the row, no event is stored
 */
export const eventsInsert = (first: number, known?: { fields: string; from: string }) => {
  const column = (n: number, type: string) => `$${first + n}::${type}[]`;
  return `INSERT INTO outbox (id, subject, payload, meta, settle_to)
          SELECT id, subject, payload::jsonb${known ? ` || ${known.fields}` : ''}, meta::jsonb, settle_to
          FROM unnest(${column(0, 'uuid')}, ${column(1, 'text')}, ${column(2, 'text')}, ${column(3, 'text')}, ${column(4, 'text')})
            AS given (id, subject, payload, meta, settle_to)${known ? ` CROSS JOIN ${known.from}` : ''}`;
};
const insertEvents = { name: 'outbox-events', text: eventsInsert(1) };
const insertJobs = {
  name: 'job-intents',
  text: `INSERT INTO job_intent (id, queue, name, key, payload, not_after, origin)
         SELECT id, queue, name, key, payload::jsonb, not_after, origin::jsonb
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
           AS given (id, queue, name, key, payload, not_after, origin)
         ORDER BY key ON CONFLICT DO NOTHING`,
};

interface PendingEvent {
  id: string;
  event: Event;
  payload: string;
  meta: string;
  settles: boolean;
}

type PendingJob = Pick<JobIntentRow, 'id' | 'queue' | 'name' | 'key' | 'payload' | 'notAfter' | 'origin'>;

interface Pending {
  events: PendingEvent[];
  jobs: PendingJob[];
}

/** Events and jobs that a change causes: written together at the end of its transaction, carried out after it. */
export class Outbox {
  private readonly waiting = new Map<string, { left: Set<string>; done: () => void }>();
  private readonly pending = new WeakMap<Tx, Pending>();

  constructor(
    private readonly db: Db,
    private readonly bus: Bus,
    private readonly relay: Relay,
    /** Bus subject on which consumers report to this process which events they have processed. */
    private readonly settleSubject: string,
  ) {}

  async listen() {
    await this.bus.listen(this.settleSubject, (data) => {
      const { id, consumer } = JSON.parse(Buffer.from(data).toString()) as { id: string; consumer: string };
      const waiting = this.waiting.get(id);
      waiting?.left.delete(consumer);
      if (waiting?.left.size === 0) waiting.done();
    });
  }

  /** Publishes the event once `tx` has committed. Payloads carry no secret: the audit log stores them. @returns its id */
  async event<E extends Event>(tx: Tx, event: E, payload: Payload<E>, actor: Actor): Promise<string> {
    const [id] = await this.events(tx, event, [payload], actor);
    return id as string;
  }

  /** As `event`, for each payload. @returns their ids */
  async events<E extends Event>(tx: Tx, event: E, payloads: Payload<E>[], actor: Actor): Promise<string[]> {
    const settles = event.settle.length > 0 && currentContext() !== undefined;
    const added = payloads.map((payload) => {
      const id = uuidv7();
      return {
        id,
        event,
        payload: JSON.stringify(payload),
        meta: JSON.stringify(metaOf(id, event, actor)),
        settles,
      };
    });
    if (added.length > 0) this.pendingOf(tx).events.push(...added);
    return added.map(({ id }) => id);
  }

  /** The values of `eventsInsert` for the events added so far, which are not written again at the end. */
  take(tx: Tx): unknown[] {
    const events = this.pendingOf(tx).events.splice(0);
    if (events.length > 0) this.publishOnCommit(tx, events);
    return [
      events.map(({ id }) => id),
      events.map(({ event }) => event.subject),
      events.map(({ payload }) => payload),
      events.map(({ meta }) => meta),
      events.map(({ settles }) => (settles ? this.settleSubject : null)),
    ];
  }

  /**
   * Enqueues a job once `tx` has committed.
   *
   * @param key names the job within this service: a second one with the same key is dropped
   * @param notAfter the work is pointless from then on (a code that has expired is never mailed)
   */
  async job<J extends Job>(
    tx: Tx,
    { queue, name }: J,
    payload: JobPayload<J>,
    { key, notAfter = null }: { key: string; notAfter?: Date | null },
  ): Promise<void> {
    this.pendingOf(tx).jobs.push({ id: uuidv7(), queue, name, key, payload, notAfter, origin: origin() });
  }

  private pendingOf(tx: Tx): Pending {
    const known = this.pending.get(tx);
    if (known) return known;
    const pending: Pending = { events: [], jobs: [] };
    this.db.onEnd(tx, () => this.write(tx, pending));
    this.pending.set(tx, pending);
    return pending;
  }

  private async write(tx: Tx, { events, jobs }: Pending): Promise<void> {
    if (events.length > 0) this.db.close(tx, { ...insertEvents, values: this.take(tx) });
    // what is added from now on, by another that writes at the end, is written after it
    this.pending.delete(tx);
    if (jobs.length > 0) this.writeJobs(tx, jobs);
  }

  private publishOnCommit(tx: Tx, events: PendingEvent[]) {
    this.db.onCommit(tx, async () => {
      const awaited = events.filter(({ settles }) => settles);
      const settled = awaited.map(({ id, event }) => this.settled(id, event));
      this.relay.poke('events', awaited.length > 0 ? 0 : onlyLogged(events) ? gatherMs.forLog : gatherMs.forOthers);
      await Promise.all(settled);
    });
  }

  private writeJobs(tx: Tx, jobs: PendingJob[]) {
    const values = [
      jobs.map(({ id }) => id),
      jobs.map(({ queue }) => queue),
      jobs.map(({ name }) => name),
      jobs.map(({ key }) => key),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ notAfter }) => notAfter),
      jobs.map(({ origin: of }) => of && JSON.stringify(of)),
    ];
    this.db.close(tx, { ...insertJobs, values });
    this.db.onCommit(tx, () => this.relay.poke('jobs'));
  }

  private settled(id: string, { settle, subject }: Event): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(() => {
        log.warn({ subject, event: id }, 'answered before all consumers had processed the event');
        done();
      }, settleMs);
      this.waiting.set(id, { left: new Set(settle), done });
    });
  }
}

const onlyLogged = (events: PendingEvent[]) => events.every(({ event: { to } }) => to.every((one) => one === 'audit'));

const metaOf = (id: string, { subject }: Event, actor: Actor): EventMeta => ({
  id,
  subject,
  at: new Date().toISOString(),
  requestId: currentContext()?.requestId ?? id,
  traceparent: traceparent(),
  actor:
    actor.kind === 'user'
      ? {
          userId: actor.userId,
          email: actor.email,
          companyId: actor.companyId,
          companyName: actor.companyName,
          ip: actor.ip,
          ...(actor.key && { key: { id: actor.key.id, name: actor.key.name } }),
        }
      : null,
});

/** The request or job that enqueues a job. */
function origin(): JobOrigin | null {
  const requestId = currentContext()?.requestId;
  return requestId ? { requestId, traceparent: traceparent() } : null;
}
