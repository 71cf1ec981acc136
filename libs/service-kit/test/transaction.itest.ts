import { Module } from '@nestjs/common';
import { startService, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { databaseWorkOf } from '@tradepost/testing/statements';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { dataSource, Db } from '../src/database/database';
import { databaseUrl } from '../src/database/database.module';
import { InboxRow } from '../src/database/kit.entities';
import { prepared } from '../src/database/prepared';
import { sql } from '../src/database/sql';
import type { Tx } from '../src/database/transaction';
import { InfraModule } from '../src/runtime/infra.module';

const database = { schema: 'kyc', entities: [], migrations: [] };

@Module({
  providers: [
    { provide: DataSource, useFactory: () => dataSource({ ...database, url: databaseUrl('kyc') }).initialize() },
    { provide: Db, useFactory: (source: DataSource) => new Db(source), inject: [DataSource] },
  ],
  imports: [InfraModule],
})
class DatabaseOnly {}

const insert = { name: 'test-insert', text: 'INSERT INTO inbox (event_id) VALUES ($1)' };

describe('a transaction', () => {
  let stage: ServiceUnderTest;
  let db: Db;
  beforeAll(async () => {
    stage = await startService({ module: DatabaseOnly, database });
    db = stage.db;
  });
  afterAll(() => stage.stop());

  const stored = async (...ids: string[]) => {
    const rows = await sql(db.read).find(InboxRow);
    return ids.map((id) => rows.some(({ eventId }) => eventId === id));
  };

  it('sends its last statements and the commit in one round trip', async () => {
    const [one, two] = [uuidv7(), uuidv7()];
    const work = await databaseWorkOf(() =>
      db.transaction(async (tx) => {
        db.close(tx, { ...insert, values: [one] });
        db.close(tx, { ...insert, values: [two] });
      }),
    );
    expect(work).toEqual({ statements: 2, roundTrips: 1, transactions: 1 });
    expect(await stored(one, two)).toEqual([true, true]);
  });

  it('sends a statement that closes it alone as a transaction of its own, and passes on its rows', async () => {
    const id = uuidv7();
    const answered = jest.fn();
    const again = () =>
      db.transaction(async (tx) => {
        db.close(tx, { name: 'test-returning', text: `${insert.text} RETURNING event_id`, values: [id], answered });
      });
    expect(await databaseWorkOf(again)).toEqual({ statements: 1, roundTrips: 1, transactions: 0 });
    expect(answered.mock.calls).toEqual([[[{ event_id: id }]]]);
    await expect(again()).rejects.toMatchObject({ code: '23505' });
    expect(await databaseWorkOf(() => db.transaction(async () => 'nothing'))).toEqual({
      statements: 0,
      roundTrips: 0,
      transactions: 0,
    });
    expect(await stored(id)).toEqual([true]);
  });

  it('keeps its connection when such a statement violates a constraint', async () => {
    const pids: unknown[] = [];
    const given = { name: 'test-pid', text: `${insert.text} RETURNING pg_backend_pid()`, values: [uuidv7()] };
    const again = () =>
      db.transaction(async (tx) => db.close(tx, { ...given, answered: (rows) => void pids.push(...rows) }));
    await again();
    await expect(again()).rejects.toMatchObject({ code: '23505' });
    expect(await prepared(db.read, { name: 'test-same', text: 'SELECT pg_backend_pid()' }, [])).toEqual(pids);
  });

  it('sends its begin with the first statement', async () => {
    const id = uuidv7();
    const work = await databaseWorkOf(() => db.transaction((tx) => sql(tx).insert(InboxRow, { eventId: id })));
    expect(work).toEqual({ statements: 1, roundTrips: 2, transactions: 1 });
    expect(await stored(id)).toEqual([true]);
  });

  it('stores nothing when a statement that closes it fails, and says why', async () => {
    const [early, late, after] = [uuidv7(), uuidv7(), uuidv7()];
    const committed = jest.fn();
    const failing = db.transaction(async (tx) => {
      db.onCommit(tx, committed);
      await sql(tx).insert(InboxRow, { eventId: early });
      db.close(tx, { ...insert, values: [late] });
      db.close(tx, { ...insert, values: [late] });
      db.close(tx, { ...insert, values: [after] });
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(committed).not.toHaveBeenCalled();
    expect(await stored(early, late, after)).toEqual([false, false, false]);
  });

  it('stores nothing when its work fails', async () => {
    const [early, late] = [uuidv7(), uuidv7()];
    const failing = db.transaction(async (tx) => {
      db.close(tx, { ...insert, values: [late] });
      await sql(tx).insert(InboxRow, { eventId: early });
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    await expect(db.transaction(() => Promise.reject(new Error('at once')))).rejects.toThrow('at once');
    expect(await stored(early, late)).toEqual([false, false]);
  });

  it('leaves its connection clean for the next one', async () => {
    const ids = Array.from({ length: 20 }, () => uuidv7());
    const outcomes = await Promise.allSettled(
      ids.map((id, n) =>
        db.transaction(async (tx) => {
          db.close(tx, { ...insert, values: [id] });
          if (n % 3 === 0) throw new Error('no');
          if (n % 3 === 1) db.close(tx, { ...insert, values: [id] });
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(ids.map((_, n) => n % 3 === 2));
    expect(await stored(...ids)).toEqual(ids.map((_, n) => n % 3 === 2));
  });

  it('stores nothing when pg refuses to send a statement that closes it, and can send it the next time', async () => {
    const [early, late, after, next] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const unspeakable = {
      toPostgres() {
        throw new Error('no text for this');
      },
    };
    const failing = db.transaction(async (tx) => {
      await sql(tx).insert(InboxRow, { eventId: early });
      db.close(tx, { ...insert, values: [late] });
      db.close(tx, { name: 'test-refused', text: insert.text, values: [unspeakable] });
      db.close(tx, { ...insert, values: [after] });
    });
    await expect(failing).rejects.toThrow('no text for this');
    // on each of its connections
    const again = () =>
      db.transaction(async (tx) => {
        const id = uuidv7();
        db.close(tx, { name: 'test-refused', text: insert.text, values: [id] });
        return id;
      });
    const ids = await Promise.all(Array.from({ length: 16 }, again));
    const renamed = db.transaction(async (tx) => {
      db.close(tx, { ...insert, values: [next] });
      db.close(tx, { ...insert, text: `${insert.text} ON CONFLICT DO NOTHING`, values: [after] });
    });
    await expect(renamed).rejects.toThrow('must be unique');
    expect(await stored(early, late, after, next, ...ids)).toEqual([
      false,
      false,
      false,
      false,
      ...ids.map(() => true),
    ]);
  });

  it('does not report success if PostgreSQL rolled back because of an ignored error', async () => {
    const id = uuidv7();
    const committed = jest.fn();
    const failing = db.transaction(async (tx) => {
      db.onCommit(tx, committed);
      await sql(tx).insert(InboxRow, { eventId: id });
      await sql(tx)
        .insert(InboxRow, { eventId: id })
        .catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('rolled back the transaction');
    expect(committed).not.toHaveBeenCalled();
    expect(await stored(id)).toEqual([false]);
  });

  it('stores nothing when PostgreSQL finds at the commit that a rule is broken', async () => {
    const id = uuidv7();
    await asOwner(async (owner) => {
      await owner.query(`ALTER TABLE kyc.inbox ADD once integer UNIQUE DEFERRABLE INITIALLY DEFERRED`);
      await owner.query('ALTER TABLE kyc.inbox ALTER once SET DEFAULT 1');
      const failing = db.transaction(async (tx) => {
        db.close(tx, { ...insert, values: [uuidv7()] });
        db.close(tx, { ...insert, values: [id] });
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      expect(await stored(id)).toEqual([false]);
      await owner.query('ALTER TABLE kyc.inbox DROP COLUMN once');
    });
  });

  it('fails and stores nothing when its connection is lost, and the next one uses another', async () => {
    const [early, late, next] = [uuidv7(), uuidv7(), uuidv7()];
    const committed = jest.fn();
    const failing = db.transaction(async (tx) => {
      db.onCommit(tx, committed);
      await sql(tx).insert(InboxRow, { eventId: early });
      db.close(tx, { ...insert, values: [late] });
      await endConnection(await ownProcess(tx));
    });
    await expect(failing).rejects.toThrow(/terminated|terminating|ECONNRESET|EPIPE|not queryable/);
    expect(committed).not.toHaveBeenCalled();
    await db.transaction(async (tx) => db.close(tx, { ...insert, values: [next] }));
    expect(await stored(early, late, next)).toEqual([false, false, true]);
  });

  it('does not acknowledge its last statements if the connection is lost before their answer', async () => {
    const [held, late] = [uuidv7(), uuidv7()];
    const committed = jest.fn();
    let failing: Promise<unknown> | undefined;
    // its second closing write waits for this one
    await db.transaction(async (tx) => {
      await sql(tx).insert(InboxRow, { eventId: held });
      const process = await new Promise<number>((resolve) => {
        failing = db.transaction(async (other) => {
          db.onCommit(other, committed);
          db.close(other, { ...insert, values: [late] });
          db.close(other, { ...insert, values: [held] });
          resolve(await ownProcess(other));
        });
        failing.catch(() => undefined);
      });
      await endConnection(process, 'Lock');
    });
    await expect(failing).rejects.toThrow(/terminated|terminating/);
    expect(committed).not.toHaveBeenCalled();
    expect(await stored(held, late)).toEqual([true, false]);
  });

  it('stores nothing of a part that continues after another part has failed', async () => {
    const ids = Array.from({ length: 20 }, () => uuidv7());
    const parts: Promise<unknown>[] = [];
    const going = async (write: (id: string) => Promise<unknown>, own: string[]) => {
      for (const id of own) await write(id);
    };
    const failing = db.transaction(async (tx) => {
      parts.push(
        going((id) => sql(tx).insert(InboxRow, { eventId: id }), ids.slice(0, 10)),
        going((id) => prepared(tx, insert, [id]), ids.slice(10)),
      );
      await ownProcess(tx);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect((await Promise.allSettled(parts)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await stored(...ids)).toEqual(ids.map(() => false));
  });

  it('lets nothing run on its connection when it has ended', async () => {
    const { tx } = await db.transaction(async (own) => ({ tx: own }));
    await expect(prepared(tx, insert, [uuidv7()])).rejects.toThrow('has ended');
  });

  const ownProcess = async (tx: Tx) => {
    const [row] = await prepared<{ pid: number }>(
      tx,
      { name: 'test-process', text: 'SELECT pg_backend_pid() AS pid' },
      [],
    );
    return (row as { pid: number }).pid;
  };

  /** As a failover does. @param waitingFor what the connection must wait for first */
  const endConnection = (pid: number, waitingFor?: string) =>
    asOwner(async (owner) => {
      const isWaiting = async () =>
        (await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = $2', [pid, waitingFor]))
          .rowCount;
      if (waitingFor) while (!(await isWaiting()));
      await owner.query('SELECT pg_terminate_backend($1, 60000)', [pid]);
    });

  const asOwner = async (work: (owner: Client) => Promise<void>) => {
    const owner = new Client({ connectionString: stage.ownerUrl });
    await owner.connect();
    await work(owner).finally(() => owner.end());
  };
});
