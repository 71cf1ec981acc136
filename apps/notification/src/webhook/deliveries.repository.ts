import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { NotificationData, NotificationType, Recipient } from '@tradepost/contracts/live-updates';
import { webhookRetryHours, type DeliveryStatus, type WebhookTestData } from '@tradepost/contracts/webhooks';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { hour, second } from '@tradepost/service-kit/runtime/durations';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import { LessThan, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { spellingsOf } from '../contact/spellings.repository';
import type { Attempt } from './attempt';
import { DeliveryRow, type WebhookRow } from './webhook.entity';

/** Longer than an attempt takes: without a result by then, the sender has crashed. */
const leaseSeconds = 20;
/** Concurrent deliveries to one webhook; one at a time while it fails. */
const maxConcurrency = 4;

/** A due delivery with everything needed to send it. */
export type Due = Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'kind' | 'data' | 'at' | 'attempts' | 'giveUpAt'> &
  Pick<WebhookRow, 'url' | 'companyId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>;

/** A notification, for the webhooks that receive its kind. */
export interface NewDelivery {
  eventId: string;
  kind: NotificationType;
  recipients: Recipient[];
  data: NotificationData;
}

const subscribed = {
  name: 'subscribed-webhooks',
  text: `SELECT w.id, n.place FROM jsonb_to_recordset($1::jsonb) AS n (place int, kind text, companies text[], users text[], emails text[])
         JOIN webhook w ON w.enabled AND n.kind = ANY(w.kinds)
           AND (w.company_id = ANY(n.companies) OR w.owner_id = ANY(n.users) OR w.owner_email = ANY(n.emails))
         ORDER BY n.place FOR KEY SHARE OF w`,
};

export interface Listed {
  page: number;
  pageSize: number;
  status?: DeliveryStatus | undefined;
  kind?: DeliveryRow['kind'] | undefined;
}

const some = <K extends keyof Recipient>(recipients: Recipient[], key: K) =>
  recipients.flatMap((recipient) => recipient[key] ?? []);
const giveUpAt = (now = Date.now()) => new Date(now + webhookRetryHours * hour);

@Injectable()
export class WebhookDeliveriesRepository {
  /** Emits `due` when there is something to send. */
  readonly signal = new EventEmitter<{ due: [] }>();

  constructor(private readonly db: Db) {}

  /** Adds one delivery per subscribed webhook and notification, in the transaction of the events. */
  async enqueue(tx: Tx, notifications: NewDelivery[]): Promise<void> {
    if (notifications.length === 0) return;
    const asked = notifications.map(({ kind, recipients }, place) => ({
      place,
      kind,
      companies: some(recipients, 'companyId'),
      users: some(recipients, 'userId'),
      emails: some(recipients, 'email').map(addressKey),
    }));
    const found = await prepared<{ id: string; place: number }>(tx, subscribed, [JSON.stringify(asked)]);
    if (found.length === 0) return;
    await sql(tx).insert(
      DeliveryRow,
      found.map(({ id, place }) => {
        const { eventId, kind, data } = notifications[place] as NewDelivery;
        return { id: uuidv7(), webhookId: id, eventId, kind, data, giveUpAt: giveUpAt() };
      }),
    );
    this.due(tx);
  }

  /** Adds a test delivery leased to its caller, who sends it. Another replica sends it only if the caller crashes. */
  async addTest(
    tx: Tx,
    { id: webhookId, url, companyId, secret, oldSecret, oldSecretUntil }: WebhookRow,
    data: WebhookTestData,
  ): Promise<Due & { lease: string }> {
    const [now, lease] = [new Date(), uuidv7()];
    const row = {
      id: uuidv7(),
      webhookId,
      eventId: uuidv7(),
      kind: 'test' as const,
      data,
      at: now,
      attempts: 1,
      giveUpAt: now,
      lastAttemptAt: now,
    };
    await sql(tx).insert(DeliveryRow, { ...row, lease, leasedUntil: new Date(now.getTime() + leaseSeconds * second) });
    return { ...row, lease, url, companyId, secret, oldSecret, oldSecretUntil };
  }

  testsSince(tx: Tx, webhookId: string, since: Date): Promise<number> {
    return sql(tx).countBy(DeliveryRow, { webhookId, kind: 'test', at: MoreThan(since) });
  }

  /**
   * Leases due deliveries, at most `room`. Working webhooks come first, and none gets more than `maxConcurrency`. Replicas
   * claim one after the other.
   */
  async claim(lease: string, room: number): Promise<Due[]> {
    return this.db.transaction(async (tx) => {
      await sql(tx).query("SELECT pg_advisory_xact_lock(hashtextextended('webhook deliveries', 0))");
      return (await sql(tx).query(
        `WITH taken AS (
           UPDATE webhook_delivery d SET lease = $1, leased_until = now() + interval '${leaseSeconds} seconds', attempts = d.attempts + 1, last_attempt_at = now()
           FROM (
             SELECT due.id FROM webhook w CROSS JOIN LATERAL (
               SELECT o.id FROM webhook_delivery o
               WHERE o.webhook_id = w.id AND o.status = 'waiting' AND o.next_attempt_at <= now() AND (o.leased_until IS NULL OR o.leased_until < now())
               ORDER BY o.next_attempt_at
               LIMIT greatest(0, CASE WHEN w.failing_since IS NULL THEN ${maxConcurrency} ELSE 1 END
                 - (SELECT count(*) FROM webhook_delivery u WHERE u.webhook_id = w.id AND u.lease IS NOT NULL AND u.leased_until > now()))
             ) due
             WHERE w.enabled ORDER BY w.failing_since NULLS FIRST LIMIT $2
           ) due WHERE d.id = due.id
           RETURNING d.*
         )
         SELECT t.id, t.webhook_id AS "webhookId", t.event_id AS "eventId", t.kind, t.data, t.at, t.attempts, t.give_up_at AS "giveUpAt",
                w.url, w.company_id AS "companyId", w.secret, w.old_secret AS "oldSecret", w.old_secret_until AS "oldSecretUntil"
         FROM taken t JOIN webhook w ON w.id = t.webhook_id`,
        [lease, room],
      )) as Due[];
    });
  }

  /** When the next delivery is due, or has lost its sender; null if none waits. */
  async nextDue(): Promise<Date | null> {
    const [row] = (await sql(this.db.read).query(`
      SELECT min(greatest(d.next_attempt_at, d.leased_until)) AS next
      FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.status = 'waiting' AND w.enabled`)) as [
      { next: Date | null },
    ];
    return row.next;
  }

  /** @returns false when another replica has the lease */
  async record(
    tx: Tx,
    id: string,
    lease: string,
    { fault, responseStatus, response, tookMs }: Attempt,
    next: Date | null,
  ): Promise<boolean> {
    const status = fault === null ? 'delivered' : next ? 'waiting' : 'failed';
    const { affected } = await sql(tx).update(
      DeliveryRow,
      { id, lease },
      { status, nextAttemptAt: next, fault, responseStatus, response, tookMs, lease: null, leasedUntil: null },
    );
    return affected === 1;
  }

  /** Ends the lease of a delivery that was not sent, so that another replica can send it at once. */
  async release(id: string, lease: string): Promise<void> {
    await sql(this.db.read).update(
      DeliveryRow,
      { id, lease },
      { lease: null, leasedUntil: null, attempts: () => 'attempts - 1' },
    );
  }

  /** Cancels the waiting deliveries of a webhook that was switched off. Those being sent may still arrive. */
  async cancelWaiting(tx: Tx, webhookId: string): Promise<void> {
    await sql(tx).update(
      DeliveryRow,
      { webhookId, status: 'waiting' },
      { status: 'failed', fault: 'off', nextAttemptAt: null },
    );
  }

  /** Counts of waiting deliveries. `dueSeconds`: how long the oldest due delivery has waited, without failing webhooks. */
  async waiting(): Promise<{ untried: number; retried: number; dueSeconds: number }> {
    const [row] = (await sql(this.db.read).query(`
      SELECT count(*) FILTER (WHERE d.attempts = 0)::int AS untried, count(*) FILTER (WHERE d.attempts > 0)::int AS retried,
        coalesce(extract(epoch FROM now() - min(d.next_attempt_at) FILTER (WHERE w.failing_since IS NULL AND d.next_attempt_at <= now())), 0)::float AS "dueSeconds"
      FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.status = 'waiting'`)) as [
      { untried: number; retried: number; dueSeconds: number },
    ];
    return row;
  }

  async page(webhookId: string, { page, pageSize, status, kind }: Listed): Promise<[DeliveryRow[], number]> {
    const where = { webhookId, ...(status && { status }), ...(kind && { kind }) };
    return sql(this.db.read).findAndCount(DeliveryRow, {
      where,
      order: { id: 'DESC' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
  }

  find(webhookId: string, id: string, from: Tx = this.db.read): Promise<DeliveryRow | null> {
    return sql(from).findOneBy(DeliveryRow, { id, webhookId });
  }

  /** Sends a delivery again with all attempts, whatever its result was. */
  async replay(tx: Tx, webhookId: string, id: string): Promise<void> {
    await sql(tx).update(DeliveryRow, { id, webhookId, status: Not('waiting') }, { ...again(), giveUpAt: giveUpAt() });
    await sql(tx).update(DeliveryRow, { id, webhookId, status: 'waiting' }, { nextAttemptAt: () => 'now()' });
    this.due(tx);
  }

  /** @returns the number of deliveries */
  async replayFailed(tx: Tx, webhookId: string, since: Date): Promise<number> {
    const { affected } = await sql(tx).update(
      DeliveryRow,
      { webhookId, status: 'failed', kind: Not('test'), at: MoreThanOrEqual(since) },
      { ...again(), giveUpAt: giveUpAt() },
    );
    this.due(tx);
    return affected ?? 0;
  }

  /** Deletes deliveries to webhooks of others that contain the person's address. */
  async deletePerson(tx: Tx, email: string): Promise<void> {
    await sql(tx).query(
      "DELETE FROM webhook_delivery WHERE data->>'email' = ANY($1) OR data->>'receiverEmail' = ANY($1)",
      [await spellingsOf(tx, 'webhook_delivery', email)],
    );
  }

  async prune(before: Date): Promise<void> {
    await sql(this.db.read).delete(DeliveryRow, { at: LessThan(before) });
  }

  private due(tx: Tx) {
    this.db.onCommit(tx, () => void this.signal.emit('due'));
  }
}

const again = () => ({
  status: 'waiting' as const,
  attempts: 0,
  nextAttemptAt: () => 'now()',
  fault: null,
  responseStatus: null,
  response: null,
  tookMs: null,
});
