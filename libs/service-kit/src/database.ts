import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';
import { takeIdempotency, type WorkContext } from './context';
import { IdempotencyRow, kitEntities } from './kit.entities';
import { KitJobOrigin1763900000000 } from './kit-job-origin.migration';
import { Kit1760000000000 } from './kit.migration';
import { KitOutboxOrder1763910000000 } from './kit-outbox-order.migration';

/** What every service's schema has beside its own. */
export const kitMigrations = [Kit1760000000000, KitJobOrigin1763900000000, KitOutboxOrder1763910000000];

/** One open transaction: everything written through it commits together or not at all. */
export type Tx = EntityManager;

export interface DatabaseOptions {
  /** Schema of the service; the role's search path. */
  schema: string;
  url: string;
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  poolSize?: number;
}

/** A data source on one service's schema; `synchronize` is never on. */
export const dataSource = ({ schema, url, entities, migrations, poolSize = 8 }: DatabaseOptions) =>
  new DataSource({
    type: 'postgres',
    url,
    schema,
    entities: [...kitEntities, ...entities],
    migrations: [...kitMigrations, ...migrations],
    migrationsTableName: 'migration',
    synchronize: false,
    applicationName: `tradepost-${schema}`,
    extra: { max: poolSize, options: `-c search_path=${schema} -c timezone=UTC`, connectionTimeoutMillis: 10_000 },
  });

const retryable = new Set(['40001', '40P01']);
const attempts = 3;

/** A creating call that was already answered: its transaction is rolled back and the first answer given. */
class AlreadyAnswered extends Error {}

/** The service's database. Reads go through `read`; every write goes through `transaction`. */
export class Db {
  private readonly afterCommit = new WeakMap<Tx, (() => Promise<void> | void)[]>();
  private readonly beforeCommit = new WeakMap<Tx, (() => Promise<void>)[]>();

  constructor(readonly source: DataSource) {}

  get read(): EntityManager {
    return this.source.manager;
  }

  repository<T extends ObjectLiteral>(entity: EntityTarget<T>) {
    return this.source.getRepository(entity);
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

  /** Runs after the transaction has committed, never when it has not. */
  onCommit(tx: Tx, work: () => Promise<void> | void) {
    const pending = this.afterCommit.get(tx);
    if (!pending) throw new Error('Not a transaction of this database');
    pending.push(work);
  }

  /** Runs last in the transaction, before anything else is committed with it; what is gathered meanwhile is written at once. */
  onEnd(tx: Tx, work: () => Promise<void>) {
    const pending = this.beforeCommit.get(tx);
    if (!pending) throw new Error('Not a transaction of this database');
    pending.push(work);
  }

  /** The kept answer of a creating call, if it was made before. */
  firstAnswer({ actorId, subject, key }: NonNullable<WorkContext['idempotency']>) {
    return this.repository(IdempotencyRow).findOneBy({ actorId, subject, key });
  }

  /** The first to claim a key goes on; whoever comes meanwhile waits for it here. @throws AlreadyAnswered */
  private async claim(tx: Tx, idempotency: NonNullable<WorkContext['idempotency']>): Promise<void> {
    const { raw } = await tx
      .createQueryBuilder()
      .insert()
      .into(IdempotencyRow)
      .values({ ...idempotency, answer: {} })
      .orIgnore()
      .returning('key')
      .execute();
    if (raw.length === 0) throw new AlreadyAnswered();
  }

  private async once<T>(work: (tx: Tx) => Promise<T>, idempotency: WorkContext['idempotency']): Promise<T> {
    const pending: (() => Promise<void> | void)[] = [];
    const result = await this.source.transaction(async (tx) => {
      const last: (() => Promise<void>)[] = [];
      this.afterCommit.set(tx, pending);
      this.beforeCommit.set(tx, last);
      if (idempotency) await this.claim(tx, idempotency);
      const value = await work(tx);
      for (const end of last) await end();
      if (idempotency) await tx.update(IdempotencyRow, idempotency, { answer: value as object });
      return value;
    });
    // side by side: what waits for one event must not miss what is said of another
    await Promise.all(pending.map((after) => after()));
    return result;
  }
}
