import {
  Queue,
  Worker,
  createPostgresBackend,
  createRedisBackend,
  type ConnectionOptions,
  type JobsOptions,
} from 'bullmq';
import type { JobOrigin } from '../database/kit.entities';
import { log } from '../observability/logging';
import { minute, second } from '../runtime/durations';
import { WatchedRedis } from './watched-redis';
import { requireTrusted } from '../security/tls-refusal';

/** What a queue stores of a job: the service that owns it, and its id. */
export interface JobRef {
  owner: string;
  id: string;
  /** The request and trace that the job belongs to. */
  origin?: JobOrigin | null;
}

/** PostgreSQL schema of the queues. */
export const queueSchema = 'bullmq';

/** Attempts over about a day, after 2 s, 4 s, 8 s … at most half an hour apart. */
const tries = 60;
/** How long a worker waits for a job before it checks for a stop; also how long stopping takes at most. */
const idleWaitSeconds = 1;
/** If a worker dies, another worker takes its job after this time. */
const lockMs = 10_000;
const delayMs = (attempt: number) => Math.min(30 * minute, second * 2 ** attempt);

const options: JobsOptions = {
  attempts: tries,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: true,
};

/** @throws Error when a Redis behind TLS has no trusted certificate: its client would retry forever */
export async function openQueues(url: string): Promise<Queues> {
  if (url.startsWith('rediss:')) await requireTrusted('QUEUE_URL', url, 6379);
  return new Queues(url);
}

/** BullMQ on Redis, or on PostgreSQL where there is no Redis; the URL decides. */
export class Queues {
  private readonly queues = new Map<string, Queue>();
  private readonly workers: Worker[] = [];
  // BullMQ types its two backend factories without a common type that a Worker accepts
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  private readonly backend: { connection: ConnectionOptions; factory: any };

  /** Shared by all queues and workers, which open further ones to wait for jobs. */
  private readonly redis: WatchedRedis | null;

  /**
   * @param url `redis://…` or `postgres://…`
   * @param pingMs between two pings of Redis
   */
  constructor(url: string, pingMs?: number) {
    this.redis = url.startsWith('redis') ? new WatchedRedis(url, pingMs) : null;
    this.backend = this.redis
      ? { connection: this.redis.client, factory: createRedisBackend }
      : {
          connection: { connectionString: url, schema: queueSchema, max: 6 } as unknown as ConnectionOptions,
          factory: createPostgresBackend,
        };
  }

  async add(name: string, ref: JobRef, jobId: string): Promise<void> {
    await this.queue(name).add('job', ref, { ...options, jobId: safeId(jobId) });
  }

  /** As `add`, for jobs of one queue. What fails is safe to repeat. */
  async addAll(name: string, jobs: { ref: JobRef; jobId: string }[]): Promise<void> {
    // BullMQ's own batch needs a right on its schema of PostgreSQL that no service has
    if (!this.redis) await Promise.all(jobs.map(({ ref, jobId }) => this.add(name, ref, jobId)));
    else
      await this.queue(name).addBulk(
        jobs.map(({ ref, jobId }) => ({ name: 'job', data: ref, opts: { ...options, jobId: safeId(jobId) } })),
      );
  }

  async knows(name: string, jobId: string): Promise<boolean> {
    return (await this.queue(name).getJob(safeId(jobId))) !== undefined;
  }

  /**
   * Takes jobs of one queue; a throwing `work` is tried again with growing delays.
   * @param work gets the reference, the attempt (from 1) and whether it is the last
   */
  async work(
    name: string,
    concurrency: number,
    work: (ref: JobRef, attempt: number, last: boolean) => Promise<void>,
  ): Promise<void> {
    const worker = new Worker(
      name,
      (job) => work(job.data as JobRef, job.attemptsMade + 1, job.attemptsMade + 1 >= tries),
      {
        connection: this.backend.connection,
        concurrency,
        drainDelay: idleWaitSeconds,
        lockDuration: lockMs,
        stalledInterval: lockMs / 2,
        maxStalledCount: tries,
        settings: { backoffStrategy: (attempt) => delayMs(attempt ?? 1) },
      },
      this.backend.factory,
    );
    worker.on('error', (error) => log.warn({ err: error, queue: name }, 'the queue is not reachable'));
    this.workers.push(worker);
    await worker.waitUntilReady();
  }

  /** @throws when the queue does not answer; waits while it cannot be reached */
  async ready(): Promise<void> {
    await this.queue('mail').getJobCounts('active');
  }

  /** How many jobs are in which state, and the age in seconds of the oldest that no worker has begun. */
  async depth(name: string): Promise<{ counts: Record<string, number>; oldestSeconds: number }> {
    const queue = this.queue(name);
    const [counts, [oldest]] = await Promise.all([
      queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
      queue.getJobs(['waiting'], 0, 0, true),
    ]);
    return { counts, oldestSeconds: oldest ? Math.max(0, Date.now() - oldest.timestamp) / 1_000 : 0 };
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis?.close();
  }

  private queue(name: string): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection: this.backend.connection }, this.backend.factory);
    queue.on('error', (error) => log.warn({ err: error, queue: name }, 'the queue is not reachable'));
    this.queues.set(name, queue);
    return queue;
  }
}

/** BullMQ keeps `:` for itself. */
const safeId = (jobId: string) => jobId.replaceAll(':', '-');
