import { createServer, type AddressInfo, type Server } from 'node:net';
import { testDatabase } from '@tradepost/testing/test-database';
import { Client, Pool, type PoolConfig } from 'pg';
import { dataSource } from '../src/database/database';
import { databaseCode } from '../src/database/database-code';

const database = { schema: 'kyc', entities: [], migrations: [] };

let ownerUrl: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ ownerUrl, stop } = await testDatabase(database));
});
afterAll(() => stop());

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => databaseCode(error),
  );

/** A server that is not PostgreSQL, or not any more. */
async function withServer(server: Server, work: (url: string) => Promise<void>) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await work(`postgres://x:y@127.0.0.1:${(server.address() as AddressInfo).port}/x`).finally(() => server.close());
}

async function withPool(config: PoolConfig, work: (pool: Pool) => Promise<void>) {
  const pool = new Pool({ connectionString: ownerUrl, ...config });
  pool.on('error', () => undefined);
  await work(pool).finally(() => void pool.end());
}

describe('a caller gets 503, not 500,', () => {
  it('when the database closes connections at once', () =>
    withServer(
      createServer((socket) => socket.destroy()),
      async (url) => expect(await failureOf(dataSource({ ...database, url }).initialize())).toBe('UNAVAILABLE'),
    ));

  it('when the database does not answer', () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).unref());
    return withServer(silent, async (url) => {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 10 });
      expect(await failureOf(client.connect())).toBe('UNAVAILABLE');
    });
  });

  it('when the connection breaks while it waits', () =>
    withPool({ max: 1 }, async (pool) => {
      const client = await pool.connect();
      client.on('error', () => undefined);
      const waiting = failureOf(client.query('SELECT pg_sleep(60)'));
      (client as unknown as Client & { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      expect(await waiting).toBe('UNAVAILABLE');
      expect(await failureOf(client.query('SELECT 1'))).toBe('UNAVAILABLE');
      client.release(true);
    }));

  it('when all connections are in use', () =>
    withPool({ max: 1 }, async (pool) => {
      const client = await pool.connect();
      Object.assign(pool.options, { connectionTimeoutMillis: 10 });
      expect(await failureOf(pool.query('SELECT 1'))).toBe('UNAVAILABLE');
      client.release();
    }));

  it('when an operator or a time limit stops a statement', () =>
    withPool({ statement_timeout: 10 }, async (pool) => {
      expect(await failureOf(pool.query('SELECT pg_sleep(60)'))).toBe('UNAVAILABLE');
    }));
});

it('a caller gets the reason for a wrong value, and no details of internal errors', () =>
  withPool({}, async (pool) => {
    expect(await failureOf(pool.query('SELECT $1::uuid', ['nonsense']))).toBe('NOT_FOUND');
    expect(await failureOf(pool.query('SELECT $1::int', ['3000000000']))).toBe('INVALID');
    expect(await failureOf(pool.query('SELECT $1::timestamptz', ['300000-01-01T00:00:00Z']))).toBe('INVALID');
    expect(await failureOf(pool.query('SELECT nothing'))).toBe('INTERNAL');
    expect(databaseCode(new Error('any'))).toBe('INTERNAL');
    expect(databaseCode(undefined)).toBe('INTERNAL');
  }));
