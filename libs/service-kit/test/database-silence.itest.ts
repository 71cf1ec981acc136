import { Module } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { startService, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { tcpProxy, type TcpProxy } from '@tradepost/testing/tcp-proxy';
import { testDatabase } from '@tradepost/testing/test-database';
import { dataSource, Db } from '../src/database/database';
import { databaseCode } from '../src/database/database-code';
import { DatabaseModule } from '../src/database/database.module';
import { sql } from '../src/database/sql';
import { InfraModule } from '../src/runtime/infra.module';

const database = { schema: 'kyc', entities: [], migrations: [] };
const poolSize = 2;

@Module({ imports: [DatabaseModule.forService(database), InfraModule] })
class DatabaseOfService {}

describe('a database that vanished with its machine, without closing connections,', () => {
  let proxy: TcpProxy;
  let db: Db;
  let ownerUrl: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await testDatabase(database);
    ownerUrl = started.ownerUrl;
    const url = new URL(ownerUrl);
    proxy = await tcpProxy(Number(url.port));
    const behindProxy = Object.assign(url, { port: String(proxy.port) }).href;
    const source = await dataSource({ ...database, url: behindProxy, poolSize, answerWithinMs: 1_000 }).initialize();
    db = new Db(source);
    stop = async () => {
      await source.destroy();
      await proxy.stop();
      await started.stop();
    };
  });
  afterAll(() => stop());

  const read = () => sql(db.read).query('SELECT 1 AS one');
  const write = () => db.transaction((tx) => sql(tx).query('SELECT 1 AS one'));
  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => new AppError(databaseCode(error)),
    );

  it('gives callers 503 with the time of a retry, and leaves no connection that hangs', async () => {
    await Promise.all([read(), write()]);
    proxy.silence();
    for (const error of await Promise.all([errorOf(read()), errorOf(write())]))
      expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfter: 5 });
    // another server at the same address
    proxy.open();
    const answers = await Promise.all(Array.from({ length: 2 * poolSize }, (_, n) => (n % 2 ? read() : write())));
    expect(answers).toEqual(Array.from({ length: 2 * poolSize }, () => [{ one: 1 }]));
  });

  it('keeps no locks of a transaction that nobody ends any more', async () => {
    const other = await dataSource({ ...database, url: ownerUrl }).initialize();
    const lock = 'SELECT pg_advisory_xact_lock(7)';
    const abandoned = db.transaction(async (tx) => {
      await sql(tx).query(lock);
      proxy.silence();
      await new Db(other).transaction((second) => sql(second).query(lock));
      proxy.open();
    });
    await expect(abandoned).rejects.toThrow();
    await other.destroy();
    // each that is still silent is replaced once it was used
    await Promise.all(Array.from({ length: poolSize }, () => errorOf(read())));
  });

  it('never gives a lost connection to the next caller, not even at once', async () => {
    await Promise.all([read(), write()]);
    proxy.silence();
    proxy.open();
    const again = [read, write].map(async (work) => [await errorOf(work()), await work()]);
    for (const [error, answer] of await Promise.all(again)) {
      expect(error).toMatchObject({ code: 'UNAVAILABLE' });
      expect(answer).toEqual([{ one: 1 }]);
    }
  });
});

describe('a service', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService({ module: DatabaseOfService, database });
  });
  afterAll(() => service.stop());

  it('has this limit, and finds unused connections that are gone', () => {
    expect(service.db.source.options).toMatchObject({ extra: { query_timeout: 60_000, keepAlive: true } });
  });
});
