import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { envelope } from '@tradepost/service-kit/messaging/relay';
import { storageEvents } from '@tradepost/contracts/storage';
import { connect, type NatsConnection } from 'nats';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Topology } from '../../topology/start';
import { inParallel, seconds } from './measure';

const companies = 100;
const lookMs = 20;
const timeLimitMs = 120_000;
const outstanding = 64;

/** Fills the outbox of a running product and sees its events arrive. */
export class EventFlow {
  private readonly companyIds = Array.from({ length: companies }, () => randomUUID());

  private constructor(
    private readonly owner: Client,
    private readonly nats: NatsConnection,
  ) {}

  static async open({ servers, secrets }: Topology): Promise<EventFlow> {
    if (!servers.nats) throw new Error('This measures JetStream: the services topology is needed');
    const owner = new Client(servers.postgres);
    await owner.connect();
    // evt.notification has no durable consumer: what is published there is only stored
    const nats = await connect({
      servers: new URL(servers.nats).host,
      user: 'notification',
      pass: secrets.busPasswords.notification ?? '',
      inboxPrefix: '_INBOX.notification.bench',
    });
    return new EventFlow(owner, nats);
  }

  async close(): Promise<void> {
    await this.nats.drain();
    await this.owner.end();
  }

  /** @returns events a second that JetStream itself takes, 64 outstanding, each like one of ours */
  async jetStreamRate(count: number): Promise<number> {
    const jetstream = this.nats.jetstream();
    const [message] = this.events(1);
    if (!message) throw new Error('The stream has no event to copy');
    const data = envelope({ ...message, settleTo: null });
    return (
      count /
      (await seconds(() =>
        inParallel(count, outstanding, () => jetstream.publish('evt.notification.bench', data, { msgID: uuidv7() })),
      ))
    );
  }

  /**
   * Commits `count` folder events to the storage service's outbox at once and waits until the audit chains of a hundred
   * companies hold them all.
   * @returns entries a second, from the first of them on: until then the relay may have been asleep
   */
  async chainRate(count: number): Promise<number> {
    const before = await this.entries();
    await this.commit(this.events(count));
    const first = await this.until(async () => ((await this.entries()) > before ? performance.now() : undefined));
    const taken = (await this.entries()) - before;
    const began = performance.now();
    if (taken >= count) throw new Error('Too few events to measure');
    const last = await this.until(async () =>
      (await this.entries()) - before >= count ? performance.now() : undefined,
    );
    return (count - taken) / ((last - Math.max(first, began)) / 1000);
  }

  /**
   * Commits `count` deliveries of a folder, each to one address, and waits until the mail queue has a job for each.
   * @returns jobs a second, from the first of them on, and seconds until all were mailed
   */
  async queueRate(count: number): Promise<{ rate: number; mailed: number }> {
    const before = await this.jobs();
    await this.commit(
      this.events(
        count,
        (payload) => ({ ...payload, emails: [`bench-${randomUUID()}@example.com`] }),
        storageEvents.folderDelivered.subject,
      ),
    );
    await this.until(async () => ((await this.jobs()).queued > before.queued ? true : undefined));
    const taken = (await this.jobs()).queued - before.queued;
    const began = performance.now();
    if (taken >= count) throw new Error('Too few events to measure');
    const last = await this.until(async () =>
      (await this.jobs()).queued - before.queued >= count ? performance.now() : undefined,
    );
    const mailed = await this.until(async () =>
      (await this.jobs()).done - before.done >= count ? performance.now() : undefined,
    );
    return { rate: (count - taken) / ((last - began) / 1000), mailed: (mailed - began) / 1000 };
  }

  /** Milliseconds from the commit of each folder made since then to the commit of its audit entry (`track_commit_timestamp`). */
  async lags(since: Date): Promise<number[]> {
    const { rows } = await this.owner.query<{ ms: number }>(
      `SELECT extract(epoch FROM pg_xact_commit_timestamp(e.xmin) - pg_xact_commit_timestamp(f.xmin))::float * 1000 AS ms
       FROM storage.outbox o JOIN storage.folder f ON f.id = (o.payload->>'folderId')::uuid JOIN audit.entry e ON e.request_id = o.meta->>'requestId'
       WHERE o.subject = $1 AND o.created_at >= $2`,
      [storageEvents.folderCreated.subject, since],
    );
    return rows.map(({ ms }) => ms);
  }

  private events(
    count: number,
    more = (payload: object): object => payload,
    subject: string = storageEvents.folderCreated.subject,
  ): { id: string; subject: string; payload: object; meta: EventMeta }[] {
    return Array.from({ length: count }, (_, n) => {
      const id = uuidv7();
      const companyId = this.companyIds[n % companies] as string;
      const payload = more({
        companyId,
        companyName: 'Bench Trading',
        folderId: randomUUID(),
        folderName: `Bench ${n}`,
      });
      const actor = {
        userId: randomUUID(),
        email: 'bench@example.com',
        companyId,
        companyName: 'Bench Trading',
        ip: '127.0.0.1',
      };
      return { id, subject, payload, meta: { id, subject, at: new Date().toISOString(), requestId: id, actor } };
    });
  }

  private async commit(events: ReturnType<EventFlow['events']>): Promise<void> {
    await this.owner.query(
      'INSERT INTO storage.outbox (id, subject, payload, meta) SELECT id, subject, payload, meta FROM jsonb_to_recordset($1) AS e (id uuid, subject text, payload jsonb, meta jsonb)',
      [JSON.stringify(events)],
    );
  }

  private async entries(): Promise<number> {
    const { rows } = await this.owner.query<{ entries: number }>(
      'SELECT coalesce(sum(length), 0)::int AS entries FROM audit.chain WHERE id = ANY($1)',
      [this.companyIds],
    );
    return rows[0]?.entries ?? 0;
  }

  private async jobs(): Promise<{ queued: number; done: number }> {
    const { rows } = await this.owner.query<{ queued: number; done: number }>(
      `SELECT count(enqueued_at)::int AS queued, (count(*) FILTER (WHERE state = 'done'))::int AS done FROM notification.job_intent`,
    );
    return rows[0] ?? { queued: 0, done: 0 };
  }

  private async until<T>(look: () => Promise<T | undefined>): Promise<T> {
    const deadline = performance.now() + timeLimitMs;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new Error(`The events did not arrive within ${timeLimitMs / 1000} s`);
      await pause(lookMs);
    }
  }
}
