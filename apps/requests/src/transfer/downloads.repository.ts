import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { IsNull } from 'typeorm';
import { DownloadRow } from './download.entity';
import { TransferRow } from './transfer.entity';

@Injectable()
export class DownloadsRepository {
  constructor(private readonly db: Db) {}

  /** Start of the last counted download of this object. */
  async lastStart(transferId: string, object: string, from: Tx = this.db.read): Promise<Date | null> {
    const row = await sql(from).findOneBy(DownloadRow, { transferId, object });
    return row?.lastAt ?? null;
  }

  /** Newest first. */
  ofTransfer(transferId: string): Promise<DownloadRow[]> {
    return sql(this.db.read).find(DownloadRow, { where: { transferId }, order: { lastAt: 'DESC' } });
  }

  /** Counts a download. @returns false when the limit is reached */
  async count(
    tx: Tx,
    { id, maxDownloads }: Pick<TransferRow, 'id' | 'maxDownloads'>,
    object: string,
    now: Date,
  ): Promise<boolean> {
    const counted: unknown[] = await sql(tx).query(
      `INSERT INTO download (transfer_id, object, count, first_at, last_at) VALUES ($1, $2, 1, $3, $3)
       ON CONFLICT (transfer_id, object) DO UPDATE SET count = download.count + 1, last_at = excluded.last_at
       WHERE $4::int IS NULL OR download.count < $4
       RETURNING count`,
      [id, object, now, maxDownloads],
    );
    return counted.length === 1;
  }

  /** Also cancels the reminder. @returns true for the first download of the transfer */
  async markFirst(tx: Tx, id: string, now: Date): Promise<boolean> {
    const { affected } = await sql(tx).update(
      TransferRow,
      { id, firstDownloadAt: IsNull() },
      { firstDownloadAt: now, remindAt: null },
    );
    return affected === 1;
  }
}
