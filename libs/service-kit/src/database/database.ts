import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { takeIdempotency, type WorkContext } from '../runtime/context';
import { minute } from '../runtime/durations';
import { IdempotencyRow, kitEntities } from './kit.entities';
import { KitJobOrigin1763900000000 } from './migrations/kit-job-origin.migration';
import { KitLimits1795720000000 } from './migrations/kit-limits.migration';
import { Kit1760000000000 } from './migrations/kit.migration';
import { KitOutboxOrder1763910000000 } from './migrations/kit-outbox-order.migration';
import { prepared } from './prepared';
import { sql } from './sql';
import { inTransaction, PipelinedClient, type Closing, type Tx } from './transaction';

/** Migrations of every service's schema, in addition to its own. */
export const kitMigrations = [
  Kit1760000000000,
  KitJobOrigin1763900000000,
  KitOutboxOrder1763910000000,
  KitLimits1795720000000,
];

export interface DatabaseOptions {
  /** Schema of the service; the role's search path. */
  schema: string;
  url: string;
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  poolSize?: number;
  /** How long a statement may take before its connection counts as lost and is replaced; absent: any time. */
  answerWithinMs?: number;
}

/** Of the server: a process that vanished with its machine closes no transaction, and would keep its locks for hours. */
const limitsOf = (ms?: number) =>
  ms === undefined ? [] : [`statement_timeout=${ms}`, `idle_in_transaction_session_timeout=${ms}`];

/** TypeORM's options for one service's schema, without entities; `synchronize` is never on. */
export const dataSourceOptions = ({
  schema,
  url,
  migrations,
  poolSize = 8,
  answerWithinMs,
}: Omit<DatabaseOptions, 'entities'>) =>
  ({
    type: 'postgres',
    url,
    schema,
    migrations: [...kitMigrations, ...migrations],
    migrationsTableName: 'migration',
    synchronize: false,
    applicationName: `tradepost-${schema}`,
    extra: {
      max: poolSize,
      options: [`search_path=${schema}`, 'timezone=UTC', ...limitsOf(answerWithinMs)]
        .map((one) => `-c ${one}`)
        .join(' '),
      connectionTimeoutMillis: 10_000,
      // a server that vanished with its machine closes no connection: the kernel finds unused ones, the limit those in use
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      query_timeout: answerWithinMs,
      // a new connection proves its password and prepares every statement again, which costs more than a sign-in
      idleTimeoutMillis: 2 * minute,
      pipeline: true,
      Client: PipelinedClient,
    },
  }) satisfies DataSourceOptions;

/** A data source outside of Nest, for migrations and tools. */
export const dataSource = ({ entities, ...options }: DatabaseOptions) =>
  new DataSource({ ...dataSourceOptions(options), entities: [...kitEntities, ...entities] });

const claimed = {
  name: 'idempotency-claimed',
  text: `INSERT INTO idempotency (actor_id, subject, key, answer) VALUES ($1, $2, $3, '{}') ON CONFLICT DO NOTHING RETURNING key`,
};
const answered = {
  name: 'idempotency-answered',
  text: 'UPDATE idempotency SET answer = $4 WHERE actor_id = $1 AND subject = $2 AND key = $3',
};

const retryable = new Set(['40001', '40P01']);
const attempts = 3;

/** A creating call that was already answered: its transaction is rolled back and the first answer given. */
class AlreadyAnswered extends Error {}

/** The service's database. Reads go through `read`; every write goes through `transaction`. */
export class Db {
  private readonly afterCommit = new WeakMap<Tx, (() => Promise<void> | void)[]>();
  private readonly beforeCommit = new WeakMap<Tx, (() => Promise<void>)[]>();
  private readonly closing = new WeakMap<Tx, Closing[]>();

  constructor(readonly source: DataSource) {}

  /** For reads outside a transaction. */
  get read(): Tx {
    return this.source.manager as unknown as Tx;
  }

  /** Runs `work` in one transaction, again when PostgreSQL asks for it (deadlock, serialization). */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const idempotency = takeIdempotency();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(work, idempotency);
      } catch (error) {
        if (error instanceof AlreadyAnswered && idempotency) return (await this.firstAnswer(idempotency))?.answer as T;
        if (attempt >= attempts || !retryable.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  /** Reads that all see one state of the database. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.source.transaction('REPEATABLE READ', (manager) => work(manager as unknown as Tx));
  }

  /** Runs after the transaction has committed, never when it has not. */
  onCommit(tx: Tx, work: () => Promise<void> | void) {
    this.ofTransaction(this.afterCommit, tx).push(work);
  }

  /** Runs last in the transaction, so that rows gathered in it are written together. */
  onEnd(tx: Tx, work: () => Promise<void>) {
    this.ofTransaction(this.beforeCommit, tx).push(work);
  }

  /** Sends the statement with the commit, in one round trip. */
  close(tx: Tx, statement: Closing) {
    this.ofTransaction(this.closing, tx).push(statement);
  }

  /** The stored answer of a creating call, if it was made before. */
  firstAnswer({ actorId, subject, key }: NonNullable<WorkContext['idempotency']>) {
    return sql(this.read).findOneBy(IdempotencyRow, { actorId, subject, key });
  }

  private ofTransaction<T extends object>(each: WeakMap<Tx, T>, tx: Tx): T {
    const own = each.get(tx);
    if (!own) throw new Error('Not a transaction of this database');
    return own;
  }

  /** The first transaction to claim a key continues; concurrent ones wait for it here. @throws AlreadyAnswered */
  private async claim(tx: Tx, { actorId, subject, key }: NonNullable<WorkContext['idempotency']>): Promise<void> {
    if ((await prepared(tx, claimed, [actorId, subject, key])).length === 0) throw new AlreadyAnswered();
  }

  private async once<T>(work: (tx: Tx) => Promise<T>, idempotency: WorkContext['idempotency']): Promise<T> {
    const pending: (() => Promise<void> | void)[] = [];
    const result = await inTransaction(this.source, async (tx, closing) => {
      const last: (() => Promise<void>)[] = [];
      this.afterCommit.set(tx, pending);
      this.beforeCommit.set(tx, last);
      this.closing.set(tx, closing);
      if (idempotency) await this.claim(tx, idempotency);
      const value = await work(tx);
      for (const end of last) await end();
      if (idempotency) {
        const { actorId, subject, key } = idempotency;
        this.close(tx, { ...answered, values: [actorId, subject, key, JSON.stringify(value)] });
      }
      return value;
    });
    // concurrently: waiting for one event must not miss the reports on another
    await Promise.all(pending.map((after) => after()));
    return result;
  }
}
