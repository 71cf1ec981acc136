import type { Actor } from '@tradepost/contracts/actor';
import type { Event, Job, JobPayload, Payload } from '@tradepost/contracts/define';
import { v7 as uuidv7 } from 'uuid';
import { Bus } from './bus';
import { currentContext } from '../runtime/context';
import { Db } from '../database/database';
import { prepared } from '../database/prepared';
import type { Tx } from '../database/transaction';
import { sql } from '../database/sql';
import type { EventMeta } from './event-meta';
import { JobIntentRow, type JobOrigin } from '../database/kit.entities';
import { log } from '../observability/logging';
import { traceparent } from '../observability/tracing';
import type { Relay } from './relay';

const settleMs = 2_000;

const insertEvents = {
  name: 'outbox-events',
  text: `INSERT INTO outbox (id, subject, payload, meta, settle_to)
         SELECT id, $2, payload::jsonb, meta::jsonb, $5 FROM unnest($1::uuid[], $3::text[], $4::text[]) AS given (id, payload, meta)`,
};

/** Events and jobs that a change causes: written in its transaction, carried out after it. */
export class Outbox {
  private readonly waiting = new Map<string, { left: Set<string>; done: () => void }>();

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

  /** As `event`, for each payload, in one statement. @returns their ids */
  async events<E extends Event>(tx: Tx, event: E, payloads: Payload<E>[], actor: Actor): Promise<string[]> {
    if (payloads.length === 0) return [];
    const ids = payloads.map(() => uuidv7());
    const settles = event.settle.length > 0 && currentContext() !== undefined;
    await prepared(tx, insertEvents, [
      ids,
      event.subject,
      payloads.map((payload) => JSON.stringify(payload)),
      ids.map((id) => JSON.stringify(metaOf(id, event, actor))),
      settles ? this.settleSubject : null,
    ]);
    this.db.onCommit(tx, async () => {
      const settled = settles ? ids.map((id) => this.settled(id, event)) : [];
      this.relay.poke('events');
      await Promise.all(settled);
    });
    return ids;
  }

  /**
   * Enqueues a job once `tx` has committed.
   *
   * @param key names the job within this service: a second one with the same key is dropped
   * @param notAfter the work is pointless from then on (a code that has expired is never mailed)
   */
  async job<J extends Job>(
    tx: Tx,
    job: J,
    payload: JobPayload<J>,
    { key, notAfter = null }: { key: string; notAfter?: Date | null },
  ): Promise<void> {
    await sql(tx)
      .createQueryBuilder()
      .insert()
      .into(JobIntentRow)
      .values({
        id: uuidv7(),
        queue: job.queue,
        name: job.name,
        key,
        payload: payload as object,
        notAfter,
        origin: origin(),
      })
      .orIgnore()
      .execute();
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
        log.warn({ subject, event: id }, 'answered before every consumer had taken the event');
        done();
      }, settleMs);
      this.waiting.set(id, { left: new Set(settle), done });
    });
  }
}

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
