import { Injectable } from '@nestjs/common';
import type { TransferStatus } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { sortColumn } from '../sort-column';
import { sql } from '@tradepost/service-kit/database/sql';
import { In, type SelectQueryBuilder } from 'typeorm';
import { DownloadRow } from './download.entity';
import type { Side } from '../request/requests.repository';
import { TransferFileRow } from './transfer-file.entity';
import { TransferRow } from './transfer.entity';
import type { TransferWithParts } from './transfer.view';

export interface TransferQuery {
  page: number;
  pageSize: number;
  q?: string | undefined;
  sort?: string | undefined;
  status?: TransferStatus | '' | undefined;
  id?: string | undefined;
}

/** Downloads in one list: with the longest names of files, they fit into a message between services of 8 MB. */
const mostDownloads = 1_000;

const statusCondition: Record<TransferStatus, string> = {
  live: 'transfer.revokedAt IS NULL AND transfer.expiresAt > now()',
  expired: 'transfer.revokedAt IS NULL AND transfer.expiresAt <= now()',
  revoked: 'transfer.revokedAt IS NOT NULL',
};

/** Pages of the transfers of one party. */
@Injectable()
export class TransferListsRepository {
  constructor(private readonly db: Db) {}

  async page(
    side: Side,
    { page, pageSize, q, sort, status, id }: TransferQuery,
  ): Promise<{ items: TransferWithParts[]; total: number }> {
    const found = sql(this.db.read)
      .createQueryBuilder(TransferRow, 'transfer')
      .innerJoinAndSelect('transfer.request', 'request')
      .where({ request: side });
    if (id) found.andWhere({ id });
    if (status) found.andWhere(statusCondition[status]);
    if (q) this.search(found, q);
    this.order(found, side, sort);
    const [transfers, total] = await found
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount();
    return { items: await this.withParts(this.db.read, transfers), total };
  }

  /** @param transfers with their requests */
  async withParts(from: Tx, transfers: TransferRow[]): Promise<TransferWithParts[]> {
    const transferId = In(transfers.map(({ id }) => id));
    const files = await sql(from).find(TransferFileRow, {
      select: { transferId: true, position: true, fileId: true, name: true, size: true, mode: true },
      where: { transferId },
      order: { position: 'ASC' },
    });
    const downloads = await sql(from)
      .createQueryBuilder(DownloadRow, 'download')
      .where(
        `(download.transfer_id, download.object) IN (
           SELECT d.transfer_id, d.object FROM unnest(CAST(:ids AS text[])) AS t(id) CROSS JOIN LATERAL (
             SELECT transfer_id, object FROM download WHERE transfer_id = t.id ORDER BY last_at DESC, object LIMIT :each) d)`,
        { ids: transfers.map(({ id }) => id), each: Math.floor(mostDownloads / Math.max(1, transfers.length)) },
      )
      .orderBy('download.lastAt', 'DESC')
      .getMany();
    const parts = new Map(
      transfers.map((transfer): [string, TransferWithParts] => [transfer.id, { transfer, files: [], downloads: [] }]),
    );
    for (const file of files) parts.get(file.transferId)?.files.push(file);
    for (const download of downloads) parts.get(download.transferId)?.downloads.push(download);
    return [...parts.values()];
  }

  private search(found: SelectQueryBuilder<TransferRow>, q: string) {
    found.andWhere(
      `(${matches('request.receiverEmail', ':like')} OR ${matches('request.receiverCompanyName', ':like')} OR ${matches('request.senderCompanyName', ':like')}
        OR EXISTS (SELECT 1 FROM transfer_file file WHERE file.transfer_id = transfer.id AND ${matches('file.name', ':like')}))`,
      { like: containing(q) },
    );
  }

  private order(found: SelectQueryBuilder<TransferRow>, side: Side, sort = '-createdAt') {
    const columns: Record<string, string> = {
      createdAt: 'transfer.createdAt',
      expiry: 'transfer.expiresAt',
      receiverEmail: 'request.receiverEmail',
      companyName: 'senderCompanyId' in side ? 'request.receiverCompanyName' : 'request.senderCompanyName',
    };
    const { column, direction } = sortColumn(sort, columns);
    found.orderBy(column, direction, 'NULLS LAST').addOrderBy('transfer.id', direction);
  }
}
