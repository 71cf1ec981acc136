import { DataSource } from 'typeorm';
import { Bus } from './bus';
import { JobIntentRow, OutboxRow } from '../database/kit.entities';
import { log } from '../observability/logging';
import type { Queues } from '../jobs/queue';

const idleMs = 1_000;
/** Rows of one transaction, outstanding on the bus together. */
const batch = 256;
const backOffMs = (attempts: number) => Math.min(60_000, 500 * 2 ** attempts);

type Due = Pick<OutboxRow, 'id' | 'subject' | 'payload' | 'meta' | 'settleTo' | 'attempts'>;

/**
 * Carries committed events to the bus and committed job intents to the queue. Any number of replicas
 * may run: rows are taken with SKIP LOCKED. What fails is tried again.
 */
export class Relay {
  /** What may be due; both at first, and after a second without a poke. */
  private due = { events: true, jobs: true };
  private stopping = false;
  private wake: (() => void) | undefined;
  private loop: Promise<void> | undefined;

  constructor(
    private readonly service: string,
    private readonly source: DataSource,
    private readonly bus: Bus,
    private readonly queues: Queues,
  ) {}

  start() {
    this.loop = this.run();
  }

  /** Something may be due. */
  poke(what: 'events' | 'jobs') {
    this.due[what] = true;
    this.wake?.();
  }

  async stop() {
    this.stopping = true;
    this.wake?.();
    await this.loop;
  }

  private async run() {
    while (!this.stopping) {
      const { events, jobs } = this.due;
      this.due = { events: false, jobs: false };
      const [published, enqueued] = await Promise.all([events ? this.publish() : 0, jobs ? this.enqueue() : 0]).catch(
        (error) => {
          log.error({ err: error, service: this.service }, 'the relay will try again');
          return [0, 0];
        },
      );
      if (published >= batch) this.due.events = true;
      if (enqueued >= batch) this.due.jobs = true;
      if (!this.due.events && !this.due.jobs && !this.stopping) await this.idle();
    }
  }

  private idle() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.due = { events: true, jobs: true };
        resolve();
      }, idleMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => {
      this.wake = undefined;
    });
  }

  /** @returns how many rows were due */
  private publish(): Promise<number> {
    return this.source.transaction(async (tx) => {
      const due = (await tx.query(
        `SELECT id, subject, payload, meta, settle_to AS "settleTo", attempts FROM outbox
         WHERE published_at IS NULL AND next_attempt_at <= now() ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
      )) as Due[];
      if (due.length === 0) return 0;
      const outcomes = await Promise.allSettled(
        due.map((row) =>
          this.bus.publish({ id: row.id, subject: row.subject, data: envelope(row), attempt: row.attempts + 1 }),
        ),
      );
      const published = due.filter((_, i) => outcomes[i]?.status === 'fulfilled').map(({ id }) => id);
      if (published.length > 0)
        await tx.query('UPDATE outbox SET published_at = now() WHERE id = ANY($1::uuid[])', [published]);
      for (const [i, row] of due.entries()) {
        const outcome = outcomes[i];
        if (outcome?.status !== 'rejected') continue;
        log.warn({ err: outcome.reason, subject: row.subject, event: row.id }, 'an event will be published again');
        await tx.update(OutboxRow, row.id, {
          attempts: row.attempts + 1,
          nextAttemptAt: new Date(Date.now() + backOffMs(row.attempts)),
        });
      }
      return due.length;
    });
  }

  /** @returns how many intents were due */
  private enqueue(): Promise<number> {
    return this.source.transaction(async (tx) => {
      const due = await tx
        .createQueryBuilder(JobIntentRow, 'row')
        .where("row.state = 'pending' AND row.enqueuedAt IS NULL")
        .orderBy('row.id')
        .limit(batch)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getMany();
      if (due.length === 0) return 0;
      for (const { queue, id, key, origin } of due)
        await this.queues.add(queue, { owner: this.service, id, origin }, `${queue}-${this.service}-${key}`);
      await tx.update(
        JobIntentRow,
        due.map(({ id }) => id),
        { enqueuedAt: () => 'now()' },
      );
      return due.length;
    });
  }
}

/** An event as it crosses the bus. */
export const envelope = ({ meta, payload, settleTo }: Pick<OutboxRow, 'meta' | 'payload' | 'settleTo'>) =>
  Buffer.from(JSON.stringify({ meta, payload, settleTo }));
