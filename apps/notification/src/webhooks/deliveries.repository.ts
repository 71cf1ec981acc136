import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { NoticeData, NoticeType, Person } from '@tradepost/contracts/notification';
import { webhookTryHours, type DeliveryStatus } from '@tradepost/contracts/webhooks';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { LessThan, MoreThan, MoreThanOrEqual, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Attempt } from './attempt';
import { DeliveryRow, type WebhookRow } from './webhook.entity';

const hourMs = 3_600_000;
/** Longer than an attempt takes: whoever has not said by then what became of it is no more. */
const leaseSeconds = 20;
/** At once to one webhook; to one that fails, a single one. */
const sideBySide = 4;

/** A delivery whose turn it is, with all that sending it takes. */
export type Due = Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'kind' | 'data' | 'at' | 'attempts' | 'giveUpAt'> &
  Pick<WebhookRow, 'url' | 'companyId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>;

export interface Listed {
  page: number;
  pageSize: number;
  status?: DeliveryStatus | undefined;
  kind?: DeliveryRow['kind'] | undefined;
}

const some = <K extends keyof Person>(people: Person[], key: K) => people.flatMap((person) => person[key] ?? []);
const giveUpAt = (now = Date.now()) => new Date(now + webhookTryHours * hourMs);

@Injectable()
export class DeliveriesRepository {
  /** Says `due` once something is to be sent. */
  readonly signal = new EventEmitter<{ due: [] }>();

  constructor(private readonly db: Db) {}

  /** One for each webhook that wants the event, written with the event. */
  async promise(
    tx: Tx,
    { eventId, kind, people, data }: { eventId: string; kind: NoticeType; people: Person[]; data: NoticeData },
  ): Promise<void> {
    const emails = some(people, 'email').map((email) => email.toLowerCase());
    const found = (await tx.query(
      `SELECT id FROM webhook WHERE enabled AND $1 = ANY(kinds) AND (company_id = ANY($2) OR owner_id = ANY($3) OR owner_email = ANY($4)) FOR KEY SHARE`,
      [kind, some(people, 'companyId'), some(people, 'userId'), emails],
    )) as { id: string }[];
    if (found.length === 0) return;
    await tx.insert(
      DeliveryRow,
      found.map(({ id }) => ({ id: uuidv7(), webhookId: id, eventId, kind, data, giveUpAt: giveUpAt() })),
    );
    this.due(tx);
  }

  /** One that is sent by whoever made it, and by others only should that one die. */
  async addTest(
    tx: Tx,
    { id: webhookId, url, companyId, secret, oldSecret, oldSecretUntil }: WebhookRow,
    data: NoticeData,
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
    await tx.insert(DeliveryRow, { ...row, lease, leasedUntil: new Date(now.getTime() + leaseSeconds * 1000) });
    return { ...row, lease, url, companyId, secret, oldSecret, oldSecretUntil };
  }

  testsSince(tx: Tx, webhookId: string, since: Date): Promise<number> {
    return tx.countBy(DeliveryRow, { webhookId, kind: 'test', at: MoreThan(since) });
  }

  /**
   * Takes what is due, at most `room`: webhooks that work come first, and none gets more than its share. Any number of replicas
   * may ask; they are answered one after the other.
   */
  async claim(lease: string, room: number): Promise<Due[]> {
    return this.db.transaction(async (tx) => {
      await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('webhook deliveries', 0))");
      return (await tx.query(
        `WITH taken AS (
           UPDATE webhook_delivery d SET lease = $1, leased_until = now() + interval '${leaseSeconds} seconds', attempts = d.attempts + 1, last_attempt_at = now()
           FROM (
             SELECT due.id FROM webhook w CROSS JOIN LATERAL (
               SELECT o.id FROM webhook_delivery o
               WHERE o.webhook_id = w.id AND o.status = 'waiting' AND o.next_attempt_at <= now() AND (o.leased_until IS NULL OR o.leased_until < now())
               ORDER BY o.next_attempt_at
               LIMIT greatest(0, CASE WHEN w.failing_since IS NULL THEN ${sideBySide} ELSE 1 END
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

  /** @returns false when the lease has gone to somebody else */
  async record(
    tx: Tx,
    id: string,
    lease: string,
    { fault, responseStatus, response, tookMs }: Attempt,
    next: Date | null,
  ): Promise<boolean> {
    const status = fault === null ? 'delivered' : next ? 'waiting' : 'failed';
    const { affected } = await tx.update(
      DeliveryRow,
      { id, lease },
      { status, nextAttemptAt: next, fault, responseStatus, response, tookMs, lease: null, leasedUntil: null },
    );
    return affected === 1;
  }

  /** Nothing was sent: another may at once. */
  async release(id: string, lease: string): Promise<void> {
    await this.db.read.update(
      DeliveryRow,
      { id, lease },
      { lease: null, leasedUntil: null, attempts: () => 'attempts - 1' },
    );
  }

  /** What waits for a webhook that is off is not sent; what is under way may still arrive. */
  async giveUp(tx: Tx, webhookId: string): Promise<void> {
    await tx.update(
      DeliveryRow,
      { webhookId, status: 'waiting' },
      { status: 'failed', fault: 'off', nextAttemptAt: null },
    );
  }

  /** All that wait. `dueSeconds`: since when the longest due could have been sent; a webhook that fails is left out, as it waits for itself. */
  async waiting(): Promise<{ untried: number; retried: number; dueSeconds: number }> {
    const [row] = (await this.db.read.query(`
      SELECT count(*) FILTER (WHERE d.attempts = 0)::int AS untried, count(*) FILTER (WHERE d.attempts > 0)::int AS retried,
        coalesce(extract(epoch FROM now() - min(d.next_attempt_at) FILTER (WHERE w.failing_since IS NULL AND d.next_attempt_at <= now())), 0)::float AS "dueSeconds"
      FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.status = 'waiting'`)) as [
      { untried: number; retried: number; dueSeconds: number },
    ];
    return row;
  }

  async page(webhookId: string, { page, pageSize, status, kind }: Listed): Promise<[DeliveryRow[], number]> {
    const where = { webhookId, ...(status && { status }), ...(kind && { kind }) };
    return this.db.read.findAndCount(DeliveryRow, {
      where,
      order: { id: 'DESC' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    });
  }

  find(webhookId: string, id: string, from: Tx = this.db.read): Promise<DeliveryRow | null> {
    return from.findOneBy(DeliveryRow, { id, webhookId });
  }

  /** From the beginning, whatever became of it. */
  async replay(tx: Tx, webhookId: string, id: string): Promise<void> {
    await tx.update(DeliveryRow, { id, webhookId, status: Not('waiting') }, { ...again(), giveUpAt: giveUpAt() });
    await tx.update(DeliveryRow, { id, webhookId, status: 'waiting' }, { nextAttemptAt: () => 'now()' });
    this.due(tx);
  }

  /** @returns how many there are */
  async replayFailed(tx: Tx, webhookId: string, since: Date): Promise<number> {
    const { affected } = await tx.update(
      DeliveryRow,
      { webhookId, status: 'failed', kind: Not('test'), at: MoreThanOrEqual(since) },
      { ...again(), giveUpAt: giveUpAt() },
    );
    this.due(tx);
    return affected ?? 0;
  }

  /** Also where others' webhooks were told of the person by its address. */
  async forgetPerson(tx: Tx, email: string): Promise<void> {
    await tx.query(
      "DELETE FROM webhook_delivery WHERE lower(data->>'email') = lower($1) OR lower(data->>'receiverEmail') = lower($1)",
      [email],
    );
  }

  async forget(before: Date): Promise<void> {
    await this.db.read.delete(DeliveryRow, { at: LessThan(before) });
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
