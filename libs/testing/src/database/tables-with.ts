import type { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';

/** Tables with work in progress, pruned within days. */
const passing = ['outbox', 'inbox', 'job_intent', 'idempotency'];

/** Which of a service's tables have the text anywhere, without case. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const tables = (await sql(db.read).query(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY 1',
  )) as { name: string }[];
  const found: string[] = [];
  for (const { name } of tables.filter((table) => !passing.includes(table.name))) {
    const [{ hits }] = (await sql(db.read).query(
      `SELECT count(*)::int AS hits FROM "${name}" AS row WHERE strpos(lower(row::text), lower($1)) > 0`,
      [text],
    )) as [{ hits: number }];
    if (hits > 0) found.push(name);
  }
  return found;
}
