import { sameAddress } from '@tradepost/contracts/values/address';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';

/** How the data of a table's rows spells an address: SQL cannot compare addresses. */
export async function spellingsOf(tx: Tx, table: 'notice' | 'webhook_delivery', email: string): Promise<string[]> {
  const found = (await sql(tx).query(
    `SELECT DISTINCT given FROM ${table}, LATERAL (VALUES (data->>'email'), (data->>'receiverEmail')) AS mention(given) WHERE given IS NOT NULL`,
  )) as { given: string }[];
  return found.map(({ given }) => given).filter((given) => sameAddress(given, email));
}
