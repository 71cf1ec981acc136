import { DataSource } from 'typeorm';
import { Bus } from './bus';
import { OutboxRow, type JobIntentRow } from '../database/kit.entities';
import { prepared } from '../database/prepared';
import { sql } from '../database/sql';
import { inTransaction, type Tx } from '../database/transaction';
import { log } from '../observability/logging';
import { second } from '../runtime/durations';
import type { Queues } from '../jobs/queue';

/** How often the relay looks without a wake-up call: another replica may have stopped between its commit and the call. */
const lookMs = 10 * second;
const retryMs = second;
/** Rows of one transaction, outstanding on the bus together. */
const batch = 256;
const backOffMs = (attempts: number) => Math.min(60_000, 500 * 2 ** attempts);

type Due = Pick<OutboxRow, 'id' | 'subject' | 'payload' | 'meta' | 'settleTo' | 'attempts'>;
type DueJob = Pick<JobIntentRow, 'id' | 'queue' | 'key' | 'origin'>;
type Kind = 'events' | 'jobs';

/*
 * The marks of the relay need not wait for the disk: what loses its mark in a crash is published again, and consumers know it.
 */
const quickly = `WITH quickly AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;
const dueEvents = {
  name: 'outbox-due',
  text: `${quickly} SELECT id, subject, payload, meta, settle_to AS "settleTo", attempts FROM outbox, quickly
         WHERE published_at IS NULL AND next_attempt_at <= now() ORDER BY id LIMIT ${batch} FOR UPDATE OF outbox SKIP LOCKED`,
};
const markPublished = {
  name: 'outbox-published',
  text: 'UPDATE outbox SET published_at = now() WHERE id = ANY($1::uuid[])',
};
const dueJobs = {
  name: 'jobs-due',
  text: `${quickly} SELECT id, queue, key, origin FROM job_intent, quickly
         WHERE state = 'pending' AND enqueued_at IS NULL ORDER BY id LIMIT ${batch} FOR UPDATE OF job_intent SKIP LOCKED`,
};
const markEnqueued = {
  name: 'jobs-enqueued',
  text: 'UPDATE job_intent SET enqueued_at = now() WHERE id = ANY($1::uuid[])',
};

/**
 * Carries committed events to the bus and committed job intents to the queue. Any number of replicas
 * may run: rows are taken with SKIP LOCKED. What fails is tried again.
 */
export class Relay {
  /** When to look for rows that are due, by `performance.now()`; at once at first. */
  private readonly next: Record<Kind, number> = { events: 0, jobs: 0 };
  private stopping = false;
  private readonly wake: Partial<Record<Kind, () => void>> = {};
  private loops: Promise<unknown> | undefined;

  constructor(
    private readonly service: string,
    private readonly source: DataSource,
    private readonly bus: Bus,
    private readonly queues: Queues,
  ) {}

  start() {
    // jobs do not wait for a slow bus
    this.loops = Promise.all([this.run('events', () => this.publish()), this.run('jobs', () => this.enqueue())]);
  }

  /** Something may be due. @param withinMs how long it may wait for others, to be carried together with them */
  poke(kind: Kind, withinMs = 0) {
    const at = performance.now() + withinMs;
    if (at >= this.next[kind]) return;
    this.next[kind] = at;
    this.wake[kind]?.();
  }

  async stop() {
    this.stopping = true;
    for (const wake of Object.values(this.wake)) wake();
    await this.loops;
  }

  /** @param work returns how many rows were due */
  private async run(kind: Kind, work: () => Promise<number>) {
    while (!this.stopping) {
      if (this.next[kind] <= performance.now()) await this.carry(kind, work);
      if (!this.stopping) await this.idle(kind);
    }
  }

  private async carry(kind: Kind, work: () => Promise<number>) {
    this.next[kind] = performance.now() + lookMs;
    try {
      if ((await work()) >= batch) this.poke(kind, 0);
    } catch (error) {
      log.error({ err: error, service: this.service }, 'the relay failed, will retry');
      this.poke(kind, retryMs);
    }
  }

  private idle(kind: Kind) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, this.next[kind] - performance.now()));
      this.wake[kind] = () => {
        clearTimeout(timer);
        resolve();
      };
    }).finally(() => {
      delete this.wake[kind];
    });
  }

  private publish(): Promise<number> {
    return inTransaction(this.source, async (tx, closing) => {
      const due = await prepared<Due>(tx, dueEvents, []);
      if (due.length === 0) return 0;
      const outcomes = await this.bus.publishAll(
        due.map((row) => ({ id: row.id, subject: row.subject, data: envelope(row), attempt: row.attempts + 1 })),
      );
      const published = due.filter((_, i) => outcomes[i]?.status === 'fulfilled').map(({ id }) => id);
      if (published.length > 0) closing.push({ ...markPublished, values: [published] });
      for (const [i, row] of due.entries()) {
        const outcome = outcomes[i];
        if (outcome?.status === 'rejected') await this.postpone(tx, row, outcome.reason);
      }
      return due.length;
    });
  }

  private async postpone(tx: Tx, { id, subject, attempts }: Due, reason: unknown) {
    log.warn({ err: reason, subject, event: id }, 'could not publish an event, will retry');
    const waitMs = backOffMs(attempts);
    await sql(tx).update(OutboxRow, id, { attempts: attempts + 1, nextAttemptAt: new Date(Date.now() + waitMs) });
    this.poke('events', waitMs);
  }

  private enqueue(): Promise<number> {
    return inTransaction(this.source, async (tx, closing) => {
      const due = await prepared<DueJob>(tx, dueJobs, []);
      if (due.length === 0) return 0;
      const queues = new Set(due.map(({ queue }) => queue));
      for (const name of queues)
        await this.queues.addAll(
          name,
          due
            .filter(({ queue }) => queue === name)
            .map(({ queue, id, key, origin }) => ({
              ref: { owner: this.service, id, origin },
              jobId: `${queue}-${this.service}-${key}`,
            })),
        );
      closing.push({ ...markEnqueued, values: [due.map(({ id }) => id)] });
      return due.length;
    });
  }
}

/** An event as it crosses the bus. */
export const envelope = ({ meta, payload, settleTo }: Pick<OutboxRow, 'meta' | 'payload' | 'settleTo'>) =>
  Buffer.from(JSON.stringify({ meta, payload, settleTo }));
