import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import { auditEvents } from '@tradepost/contracts/audit';
import { ensureDebianPackages, DEBIAN_PACKAGES } from '@tradepost/testing/servers/debian';
import { startNats, type RunningNats } from '@tradepost/testing/servers/nats';
import { startService, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { v7 as uuidv7 } from 'uuid';
import { maxDeliveries, type Bus, type Delivery, type Take } from '../src/messaging/bus';
import { NatsBus } from '../src/messaging/nats-bus';
import { connectNats } from '../src/messaging/nats-connection';
import { Consumer } from '../src/messaging/consumer';
import { dataSource, Db } from '../src/database/database';
import type { Tx } from '../src/database/transaction';
import { sql } from '../src/database/sql';
import type { EventMeta } from '../src/messaging/decorators';
import { InfraModule } from '../src/runtime/infra.module';
import { DeadLetterRow, InboxRow, OutboxRow } from '../src/database/kit.entities';
import type { Queues } from '../src/jobs/queue';
import { Reconciler } from '../src/messaging/reconciler';
import type { Rpc } from '../src/messaging/rpc';
import { databaseUrl } from '../src/database/database.module';

const { subject } = auditEvents.kycDecided;
const bad = 'bad';
const database = { schema: 'kyc', entities: [], migrations: [] };

const delivery = (what = 'good', id = uuidv7(), attempt = 1): Delivery => ({
  id,
  subject,
  attempt,
  data: Buffer.from(
    JSON.stringify({ meta: { id, subject, requestId: 'r' }, payload: { what }, settleTo: 'settle.test' }),
  ),
});

@Module({
  providers: [
    { provide: DataSource, useFactory: () => dataSource({ ...database, url: databaseUrl('kyc') }).initialize() },
    { provide: Db, useFactory: (source: DataSource) => new Db(source), inject: [DataSource] },
  ],
  imports: [InfraModule],
})
class DatabaseOnly {}

describe('events that come together', () => {
  let stage: ServiceUnderTest | undefined;
  let db: Db;
  let take: Take;
  const broadcasts: string[] = [];

  beforeAll(async () => {
    stage = await startService({ module: DatabaseOnly, database });
    db = stage.db;
    const bus = {
      consume: async (_group: string, _prefix: string, given: Take) => void (take = given),
      broadcast: (_subject: string, data: Uint8Array) =>
        void broadcasts.push((JSON.parse(Buffer.from(data).toString()) as { id: string }).id),
    } as Partial<Bus> as Bus;
    const handler = async ({ what }: { what: string }, { id }: EventMeta, tx: Tx) => {
      await sql(tx).insert(OutboxRow, { id, subject: 'effect', payload: { what }, meta: {} as EventMeta });
      if (what === bad) throw new Error('this one fails');
    };
    await new Consumer('kyc', db, bus, new Map([[subject, handler]])).start();
  });
  afterAll(() => stage?.stop());

  const effects = async (deliveries: Delivery[]) => {
    const rows = await sql(db.read).findBy(OutboxRow, { subject: 'effect' });
    return deliveries.map(({ id }) => rows.filter((row) => row.id === id).length);
  };

  it('are each taken once, repeats among them and later ones too', async () => {
    const [one, two, three] = [delivery(), delivery(), delivery()];
    expect((await take([one, two, one, three])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect((await take([three, one])).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await effects([one, two, three])).toEqual([1, 1, 1]);
    expect(new Set(broadcasts)).toEqual(new Set([one.id, two.id, three.id]));
  });

  it('commit without the one that fails: it alone is redelivered, and nothing of it is stored', async () => {
    const [one, wrong, two] = [delivery(), delivery(bad), delivery()];
    expect((await take([one, wrong, two])).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await effects([one, wrong, two])).toEqual([1, 0, 1]);
    expect(await sql(db.read).countBy(InboxRow, { eventId: wrong.id })).toBe(0);
    expect(broadcasts).not.toContain(wrong.id);
    expect((await take([delivery(bad, wrong.id, maxDeliveries), delivery()])).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    expect(await sql(db.read).countBy(DeadLetterRow, { eventId: wrong.id })).toBe(1);
  });

  it('are confirmed however many they are, in one round', async () => {
    await sql(db.read).query(
      `INSERT INTO outbox (id, subject, payload, meta, published_at) SELECT gen_random_uuid(), 'evt.kyc.nobody-takes', '{}', '{}', now() - interval '1 hour' FROM generate_series(1, 1100)`,
    );
    const reconciler = new Reconciler('kyc', db, {} as Rpc, {} as Queues, new Map());
    await reconciler.run();
    expect(await sql(db.read).countBy(OutboxRow, { subject: 'evt.kyc.nobody-takes', confirmedAt: IsNull() })).toBe(0);
  });
});

describe('a NATS consumer', () => {
  let nats: RunningNats;
  let dataDir: string;
  beforeAll(async () => {
    expect(ensureDebianPackages(DEBIAN_PACKAGES.nats)).toEqual([]);
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-batches-'));
    nats = await startNats({ dataDir });
  });
  afterAll(async () => {
    await nats.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('delivers every event once and in order, several at a time, and again what was rejected', async () => {
    const bus = new NatsBus(await connectNats({ url: nats.url, name: 'test' }), 1);
    const came: string[][] = [];
    let refused = '';
    await bus.consume('test', 'evt.test', async (deliveries) => {
      came.push(deliveries.map(({ id }) => id));
      refused ||= deliveries[0]?.id ?? '';
      return deliveries.map(({ id, attempt }) =>
        id === refused && attempt === 1
          ? { status: 'rejected', reason: new Error('not yet') }
          : { status: 'fulfilled', value: undefined },
      );
    });
    const sent = Array.from({ length: 1_000 }, () => uuidv7());
    try {
      await Promise.all(
        sent.map((id) => bus.publish({ id, subject: 'evt.test.happened', data: Buffer.from('{}'), attempt: 1 })),
      );
      // well before an event that was lost on the way would be delivered again
      await waitFor(() => came.flat().length === sent.length + 1, { what: 'every event' });
      const order = came.flat();
      expect(order.slice(0, -1).filter((id) => id !== refused)).toEqual(
        sent.filter((id) => id !== refused).slice(0, order.length - 2),
      );
      expect(order.filter((id) => id === refused)).toHaveLength(2);
      expect(new Set(order).size).toBe(sent.length);
      expect(Math.max(...came.map(({ length }) => length))).toBeGreaterThan(1);
    } finally {
      await bus.close();
    }
  });
});
