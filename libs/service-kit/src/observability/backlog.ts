import type { Bus } from '../messaging/bus';
import type { Db } from '../database/database';
import { sql } from '../database/sql';
import {
  deadLetters,
  outboxAge,
  outboxRows,
  pendingJobAge,
  pendingJobs,
  streamBytes,
  streamMaxBytes,
  unconfirmedAge,
} from './metrics';

/** The backlog of a service's outbox, enqueued jobs and dead letters, read from its tables. */
export async function sampleBacklog(service: string, db: Db): Promise<void> {
  const [rows] = (await sql(db.read).query(`
    SELECT (SELECT count(*)::int FROM dead_letter) AS dead, count(*)::int AS events, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS age
    FROM outbox WHERE published_at IS NULL`)) as { dead: number; events: number; age: number }[];
  const queues = (await sql(db.read).query(`
    SELECT queue, count(*)::int AS jobs, extract(epoch FROM now() - min(created_at))::float AS age
    FROM job_intent WHERE state = 'pending' GROUP BY queue`)) as { queue: string; jobs: number; age: number }[];
  const [unconfirmed] = (await sql(db.read).query(`
    SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS age
    FROM outbox WHERE published_at IS NOT NULL AND confirmed_at IS NULL`)) as { age: number }[];
  unconfirmedAge.set({ service }, unconfirmed?.age ?? 0);
  if (rows) {
    deadLetters.set({ service }, rows.dead);
    outboxRows.set({ service }, rows.events);
    outboxAge.set({ service }, rows.age);
  }
  for (const queue of ['mail', 'zip']) {
    const pending = queues.find((one) => one.queue === queue);
    pendingJobs.set({ service, queue }, pending?.jobs ?? 0);
    pendingJobAge.set({ service, queue }, pending?.age ?? 0);
  }
}

/** How full the stream of events is. */
export async function sampleStream(bus: Bus): Promise<void> {
  const room = await bus.room();
  if (!room) return;
  streamBytes.set(room.bytes);
  streamMaxBytes.set(room.maxBytes);
}
