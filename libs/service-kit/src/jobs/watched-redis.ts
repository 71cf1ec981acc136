import { Redis } from 'ioredis';
import { log } from '../observability/logging';
import { second } from '../runtime/durations';

/** BullMQ waits in one command for up to 10 s, which is less than three times this. */
const pingMs = 5 * second;

/**
 * A connection to Redis that waits as long as Redis is away, and connects again if nothing is answered. Without pings, a Redis that has vanished
 * without closing the connection would be noticed after a quarter of an hour. What BullMQ derives from it for its workers waits as long.
 */
export class WatchedRedis {
  readonly client: Redis;
  private readonly pings: NodeJS.Timeout;

  constructor(url: string, everyMs = pingMs) {
    // BullMQ connects with the first queue, and repeats its commands until they are answered
    this.client = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: null, socketTimeout: 3 * everyMs });
    this.client.on('error', (error) => log.warn({ err: error }, 'Redis is not reachable'));
    this.pings = setInterval(() => this.ping(), everyMs).unref();
  }

  close(): void {
    clearInterval(this.pings);
    this.client.disconnect();
  }

  private ping(): void {
    // one that is not answered ends the connection, which is reported
    if (this.client.status === 'ready') this.client.ping().catch(() => undefined);
  }
}
