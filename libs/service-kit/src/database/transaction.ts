import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client, type QueryResult } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

declare const opaque: unique symbol;

/**
 * An open transaction, or the connection for reads outside of one (`Db.read`).
 * Handlers pass it to repositories. Only repositories run SQL on it, with `sql(tx)`.
 */
export interface Tx {
  readonly [opaque]: true;
}

/** A write that nothing in its transaction reads: it is sent with the commit. */
export interface Closing {
  name: string;
  text: string;
  values: unknown[];
  /** Gets its rows after the commit. */
  answered?: (rows: unknown[]) => void;
}

/** Sends the statements of one turn of the event loop in one write: in its pipeline mode pg does not wait for answers, but writes each alone. */
export class PipelinedClient extends Client {
  private isGathering = false;

  override query = ((...given: Parameters<Client['query']>) => {
    this.gather();
    const answer: unknown = super.query(...given);
    if (answer instanceof Promise) answer.catch(() => this.endIfClosed());
    return answer;
  }) as Client['query'];

  /**
   * pg closes the socket when a statement has no answer in time, and the pool learns of it only from a later event. So the connection is ended
   * before the caller gives it back.
   */
  private endIfClosed() {
    if (this.connection.stream.destroyed) void this.end();
  }

  private gather() {
    if (this.isGathering) return;
    this.isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    // after every promise that is settled now has been followed
    process.nextTick(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }
}

/**
 * Runs `work` in a transaction. Its begin is sent with the first statement, and its commit with the closing ones, which saves two or more
 * round trips. A closing statement alone needs neither. After a failure PostgreSQL refuses what was sent behind it, and rolls back at the
 * commit.
 */
export async function inTransaction<T>(
  source: DataSource,
  work: (tx: Tx, closing: Closing[]) => Promise<T>,
): Promise<T> {
  const runner = source.createQueryRunner();
  const client = (await runner.connect()) as PipelinedClient;
  try {
    let begun: Promise<QueryResult> | undefined;
    const connect = async () => {
      begun ??= begin(client);
      return client;
    };
    // TypeORM locks rows only where it knows of a transaction
    Object.assign(runner, { isTransactionActive: true, connect });
    const closing: Closing[] = [];
    let value: T;
    try {
      value = await work(runner.manager as unknown as Tx, closing);
    } catch (error) {
      rejectFurtherStatements(runner);
      if (!begun) throw error;
      // another user of the connection sends its statement first
      await nextTurn();
      // a connection that may still have the transaction is not used again
      await client.query('ROLLBACK').catch(() => void client.end());
      throw error;
    }
    rejectFurtherStatements(runner);
    const [only, ...others] = closing;
    if (begun || others.length > 0) await commit(client, begun, closing);
    else if (only) await commitAlone(client, only);
    return value;
  } finally {
    await runner.release();
  }
}

/**
 * Refuses further statements of the work. If one part has failed, nothing waits for the other parts, and their statements would be
 * committed separately after the end of the transaction.
 */
function rejectFurtherStatements(runner: QueryRunner): void {
  Object.assign(runner, { connect: () => Promise.reject(new Error('The transaction has ended')) });
}

function begin(client: PipelinedClient): Promise<QueryResult> {
  const begun = client.query('START TRANSACTION');
  begun.catch(() => undefined);
  return begun;
}

/** Class 23 of PostgreSQL's error codes. */
const violatesConstraint = (error: unknown) => /^23/.test((error as { code?: string }).code ?? '');

/** A single statement is a transaction of its own. */
async function commitAlone(client: PipelinedClient, { answered, ...statement }: Closing): Promise<void> {
  let result: QueryResult;
  try {
    result = await client.query(statement);
  } catch (error) {
    // pg treats a statement that it has refused as prepared; one that violates a constraint has run
    if (!violatesConstraint(error)) void client.end();
    throw error;
  }
  answered?.(result.rows);
}

async function commit(
  client: PipelinedClient,
  begunBefore: Promise<QueryResult> | undefined,
  closing: Closing[],
): Promise<void> {
  const { stream } = client.connection;
  stream.cork();
  const begun = begunBefore ?? begin(client);
  let isComplete = true;
  const answers = closing.map(({ answered: _, ...statement }) => client.query(statement));
  for (const answer of answers) answer.catch(() => (isComplete = false));
  // pg refuses at once what it cannot encode: nothing is committed without it
  if (answers.length > 0) await nextTurn();
  const end = client.query(isComplete ? 'COMMIT' : 'ROLLBACK');
  // pg treats a statement that it has refused as prepared
  if (!isComplete) void client.end();
  stream.uncork();
  const outcomes = await Promise.allSettled([begun, ...answers, end]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  // PostgreSQL answers so, without an error, when the error of a statement was not passed on
  if ((await end).command !== 'COMMIT') throw new Error('PostgreSQL rolled back the transaction');
  for (const [n, { answered }] of closing.entries()) answered?.((await answers[n]!).rows);
}
