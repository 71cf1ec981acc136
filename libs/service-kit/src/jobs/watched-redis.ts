import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { log } from '../observability/logging';
import { second } from '../runtime/durations';

/** Between two pings, and until the answer of one is late. */
const pingMs = 5 * second;

/**
 * A connection to Redis that waits as long as Redis is away, and connects again if a ping is not answered. Without pings, a Redis that has vanished
 * without closing the connection would be noticed after a quarter of an hour.
 */
export class WatchedRedis {
  readonly client: Redis;
  private readonly closed = new AbortController();

  constructor(url: string, everyMs = pingMs) {
    // BullMQ repeats its commands until they are answered
    this.client = new Redis(url, { maxRetriesPerRequest: null });
    this.client.on('error', (error) => log.warn({ err: error }, 'Redis is not reachable'));
    void this.watch(everyMs);
  }

  close(): void {
    this.closed.abort();
    this.client.disconnect();
  }

  private async watch(everyMs: number): Promise<void> {
    const { client } = this;
    const { signal } = this.closed;
    const passed = () => delay(everyMs, 'late', { signal, ref: false }).catch(() => 'closed');
    while ((await passed()) === 'late') {
      if (client.status !== 'ready') continue;
      const answer = client.ping().catch(() => 'broken');
      const isLate = (await Promise.race([answer, passed()])) === 'late';
      if (!isLate || client.status !== 'ready') continue;
      client.disconnect(true);
      await once(client, 'close', { signal }).catch(() => undefined);
    }
  }
}
