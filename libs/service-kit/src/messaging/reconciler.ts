import type { Event, Subscriber } from '@tradepost/contracts/define';
import { In, IsNull, LessThan, MoreThan } from 'typeorm';
import { Db } from '../database/database';
import { sql } from '../database/sql';
import { IdempotencyRow, InboxRow, JobIntentRow, OutboxRow } from '../database/kit.entities';
import { kitCommands } from './kit.commands';
import { log } from '../observability/logging';
import { day, hour, minute } from '../runtime/durations';
import type { Queues } from '../jobs/queue';
import { Rpc } from './rpc';

const everyMs = minute;
const doubtAfterMs = 3 * minute;
const keepMs = 7 * day;
const keepAnswersMs = day;
/** A consumer with a backlog for this long may have lost the event all the same. */
const lostAfterMs = hour;
const batch = 500;
const firstId = '00000000-0000-0000-0000-000000000000';
const ago = (ms: number) => new Date(Date.now() - ms);

type Doubted = Pick<OutboxRow, 'id' | 'subject' | 'createdAt'>;

/**
 * Repairs what NATS or Redis lost: republishes events that a consumer has not processed after three minutes and does not wait for,
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

  /**
   * Runs each step separately, so that a failed step does not stop the
   * others. @param now treats everything as old enough to check
   */
  async run({ now = false } = {}): Promise<void> {
    const before = now ? new Date() : ago(doubtAfterMs);
    for (const step of [() => this.confirmEvents(before), () => this.reviveJobs(before), () => this.forget()]) {
      await step().catch((error) =>
        log.error({ err: error, service: this.service }, 'the reconciler failed, will retry'),
      );
    }
  }

  private async confirmEvents(before: Date): Promise<void> {
    // consumers that are silent now are not waited for again
    const silent = new Set<string>();
    let last = firstId;
    for (;;) {
      const rows = await sql(this.db.read).find(OutboxRow, {
        select: { id: true, subject: true, createdAt: true },
        where: { id: MoreThan(last), confirmedAt: IsNull(), publishedAt: LessThan(before) },
        order: { id: 'ASC' },
        take: batch,
      });
      if (rows.length > 0) await this.confirmBatch(rows, silent);
      if (rows.length < batch || this.stopping) return;
      last = rows.at(-1)!.id;
    }
  }

  private async confirmBatch(rows: Doubted[], silent: Set<string>): Promise<void> {
    const [missing, unknown] = [new Set<string>(), new Set<string>()];
    const consumers = [...new Set(rows.flatMap(({ subject }) => this.consumersOf(subject)))];
    await Promise.all(
      consumers.map(async (consumer) => {
        const sent = rows.filter(({ subject }) => this.consumersOf(subject).includes(consumer));
        const answer = silent.has(consumer) ? null : await this.ask(consumer, sent);
        if (!answer) silent.add(consumer);
        for (const { id, createdAt } of sent) {
          if (answer?.ids.includes(id)) continue;
          // what still waits for a slow consumer comes without being sent again
          const mayWait = answer && (answer.waiting === 0 || createdAt < ago(lostAfterMs));
          (mayWait ? missing : unknown).add(id);
        }
      }),
    );
    const confirmed = rows.map(({ id }) => id).filter((id) => !missing.has(id) && !unknown.has(id));
    if (confirmed.length > 0) await sql(this.db.read).update(OutboxRow, confirmed, { confirmedAt: () => 'now()' });
    if (missing.size === 0) return;
    log.warn(
      { service: this.service, events: missing.size },
      'publishing events again that a consumer has not processed',
    );
    await sql(this.db.read).update(OutboxRow, [...missing], { publishedAt: null, nextAttemptAt: () => 'now()' });
  }

  private consumersOf(subject: string): readonly Subscriber[] {
    return this.events.get(subject)?.to ?? [];
  }

  /** @returns null when the consumer does not answer */
  private async ask(consumer: Subscriber, sent: Doubted[]) {
    try {
      return await this.rpc.call(
        kitCommands(consumer).taken,
        { ids: sent.map(({ id }) => id), from: this.service },
        { kind: 'system', service: this.service },
      );
    } catch (error) {
      log.warn({ err: error, service: this.service, consumer }, 'could not read which events a consumer has processed');
      return null;
    }
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
      log.warn({ service: this.service, jobs: lost.length }, 'enqueueing jobs again that are missing from the queue');
      await sql(this.db.read).update(JobIntentRow, lost, { enqueuedAt: null });
    }
  }

  private async forget() {
    await sql(this.db.read).delete(OutboxRow, { confirmedAt: LessThan(ago(keepMs)) });
    await sql(this.db.read).delete(InboxRow, { processedAt: LessThan(ago(2 * keepMs)) });
    await sql(this.db.read).delete(JobIntentRow, {
      state: In(['done', 'expired', 'failed']),
      finishedAt: LessThan(ago(keepMs)),
    });
    await sql(this.db.read).delete(IdempotencyRow, { createdAt: LessThan(ago(keepAnswersMs)) });
  }
}
