import type { Event } from '@tradepost/contracts/define';
import { In, IsNull, LessThan } from 'typeorm';
import { Db } from '../database/database';
import { sql } from '../database/sql';
import { IdempotencyRow, InboxRow, JobIntentRow, OutboxRow } from '../database/kit.entities';
import { kitCommands } from './kit.commands';
import { log } from '../observability/logging';
import { day, minute } from '../runtime/durations';
import type { Queues } from '../jobs/queue';
import { Rpc } from './rpc';

const everyMs = minute;
const doubtAfterMs = 3 * minute;
const keepMs = 7 * day;
const keepAnswersMs = day;
const batch = 500;
const ago = (ms: number) => new Date(Date.now() - ms);

/**
 * Repairs what NATS or Redis lost: republishes events that a consumer has not processed after three minutes,
 * enqueues jobs that no queue knows, and deletes old rows that are settled.
 */
export class Reconciler {
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: string,
    private readonly db: Db,
    private readonly rpc: Rpc,
    private readonly queues: Queues,
    private readonly events: ReadonlyMap<string, Event>,
  ) {}

  start() {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.run());
    }, everyMs);
  }

  async stop() {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** @param now treats everything as old enough to doubt */
  async run({ now = false } = {}): Promise<void> {
    try {
      const before = now ? new Date() : ago(doubtAfterMs);
      // every row of a batch is confirmed or published again, so this ends
      while ((await this.confirmEvents(before)) === batch && !this.stopping);
      await this.reviveJobs(before);
      await this.forget();
    } catch (error) {
      log.error({ err: error, service: this.service }, 'the reconciler will try again');
    }
  }

  /** @returns how many events were in doubt, at most a batch */
  private async confirmEvents(before: Date): Promise<number> {
    const rows = await sql(this.db.read).find(OutboxRow, {
      select: { id: true, subject: true },
      where: { confirmedAt: IsNull(), publishedAt: LessThan(before) },
      order: { publishedAt: 'ASC' },
      take: batch,
    });
    if (rows.length === 0) return 0;
    const missing = new Set<string>();
    const consumers = new Set(rows.flatMap(({ subject }) => this.events.get(subject)?.to ?? []));
    for (const consumer of consumers) {
      const ids = rows.filter(({ subject }) => this.events.get(subject)?.to.includes(consumer)).map(({ id }) => id);
      const taken = await this.rpc.call(
        kitCommands(consumer).taken,
        { ids },
        { kind: 'system', service: this.service },
      );
      for (const id of ids) if (!taken.ids.includes(id)) missing.add(id);
    }
    const confirmed = rows.map(({ id }) => id).filter((id) => !missing.has(id));
    if (confirmed.length > 0) await sql(this.db.read).update(OutboxRow, confirmed, { confirmedAt: () => 'now()' });
    if (missing.size > 0) {
      log.warn(
        { service: this.service, events: missing.size },
        'publishing events again that a consumer has not taken',
      );
      await sql(this.db.read).update(OutboxRow, [...missing], { publishedAt: null, nextAttemptAt: () => 'now()' });
    }
    return rows.length;
  }

  private async reviveJobs(before: Date) {
    const pending = await sql(this.db.read).find(JobIntentRow, {
      where: { state: 'pending', enqueuedAt: LessThan(before) },
      take: batch,
    });
    const lost: string[] = [];
    for (const { id, queue, key } of pending) {
      if (!(await this.queues.knows(queue, `${queue}-${this.service}-${key}`))) lost.push(id);
    }
    if (lost.length > 0) {
      log.warn({ service: this.service, jobs: lost.length }, 'enqueueing jobs again that the queue has lost');
      await sql(this.db.read).update(JobIntentRow, lost, { enqueuedAt: null });
    }
  }

  private async forget() {
    await sql(this.db.read).delete(OutboxRow, { confirmedAt: LessThan(ago(keepMs)) });
    await sql(this.db.read).delete(InboxRow, { processedAt: LessThan(ago(2 * keepMs)) });
    await sql(this.db.read).delete(JobIntentRow, { state: In(['done', 'expired']), finishedAt: LessThan(ago(keepMs)) });
    await sql(this.db.read).delete(IdempotencyRow, { createdAt: LessThan(ago(keepAnswersMs)) });
  }
}
