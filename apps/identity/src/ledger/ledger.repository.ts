import { Injectable } from '@nestjs/common';
import { ledgerPart, ledgerPartBytes } from '@tradepost/contracts/encryption/formats';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { MoreThanOrEqual } from 'typeorm';
import { LedgerEntryRow } from './ledger.entity';

/** People's ledgers. Lock the account before appending. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly db: Db) {}

  async size(accountId: string, epoch: number, from: Tx = this.db.read): Promise<number> {
    return (await sql(from).maximum(LedgerEntryRow, 'seq', { accountId, epoch })) ?? 0;
  }

  /** Entries from number `first` on: as many as one answer takes, and at least one. */
  async entries(accountId: string, epoch: number, first: number): Promise<string[]> {
    const rows = (await sql(this.db.read).query(
      `SELECT sealed FROM (
         SELECT sealed, seq, sum(length(sealed)) OVER (ORDER BY seq) AS bytes
         FROM ledger_entry WHERE account_id = $1 AND epoch = $2 AND seq >= $3 AND seq < $3 + $4) part
       WHERE bytes <= $5 OR seq = $3 ORDER BY seq`,
      [accountId, epoch, first, ledgerPart, ledgerPartBytes],
    )) as { sealed: string }[];
    return rows.map(({ sealed }) => sealed);
  }

  async append(tx: Tx, accountId: string, epoch: number, first: number, entries: string[]): Promise<void> {
    const rows = entries.map((sealed, index) => {
      const seq = first + index;
      return { accountId, epoch, seq, previous: seq === 1 ? null : seq - 1, sealed };
    });
    await sql(tx).insert(LedgerEntryRow, rows);
  }

  /** Deletes the entries from number `first` on. */
  async removeFrom(tx: Tx, accountId: string, epoch: number, first: number): Promise<void> {
    await sql(tx).delete(LedgerEntryRow, { accountId, epoch, seq: MoreThanOrEqual(first) });
  }
}
