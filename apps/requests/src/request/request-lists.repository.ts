import { Injectable } from '@nestjs/common';
import { mostListedRequests, type RequestStatus } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { containing, matches } from '@tradepost/service-kit/database/like';
import { sql } from '@tradepost/service-kit/database/sql';
import { IsNull, type SelectQueryBuilder } from 'typeorm';
import { sortColumn } from '../sort-column';
import { RequestRow } from './request.entity';
import type { RequestWithFiles } from './request.view';
import { ListedFilesRepository } from './listed-files.repository';
import type { Side } from './requests.repository';

export interface ListQuery {
  page?: number | undefined;
  pageSize: number;
  q?: string | undefined;
  sort?: string | undefined;
  status?: RequestStatus | '' | undefined;
  receiver?: string | undefined;
  /** A person's id; null: assigned to nobody. */
  assigneeId?: string | null | undefined;
}

/** Pages of the requests of one party. */
@Injectable()
export class RequestListsRepository {
  constructor(
    private readonly db: Db,
    private readonly files: ListedFilesRepository,
  ) {}

  async list(side: Side, query: ListQuery): Promise<{ items: RequestWithFiles[]; total: number }> {
    const found = sql(this.db.read).createQueryBuilder(RequestRow, 'request').where(side);
    if (query.q) this.search(found, query.q);
    if (query.status) found.andWhere({ status: query.status });
    if (query.assigneeId !== undefined) found.andWhere({ assigneeId: query.assigneeId ?? IsNull() });
    if (query.receiver) {
      found.andWhere(
        `(${matches('request.receiverEmail', ':receiver')} OR ${matches('request.receiverCompanyName', ':receiver')})`,
        {
          receiver: containing(query.receiver),
        },
      );
    }
    this.order(found, side, query.sort);
    if (!query.page) {
      const requests = await found.limit(mostListedRequests).getMany();
      return { items: await this.files.with(requests), total: requests.length };
    }
    const [requests, total] = await found
      .offset((query.page - 1) * query.pageSize)
      .limit(query.pageSize)
      .getManyAndCount();
    return { items: await this.files.with(requests), total };
  }

  private search(found: SelectQueryBuilder<RequestRow>, q: string) {
    found.andWhere(
      `(${matches('request.receiverEmail', ':like')} OR ${matches('request.receiverCompanyName', ':like')} OR ${matches('request.senderCompanyName', ':like')}
        OR EXISTS (SELECT 1 FROM request_file file WHERE file.request_id = request.id AND ${matches('file.name', ':like')}))`,
      { like: containing(q) },
    );
  }

  private order(found: SelectQueryBuilder<RequestRow>, side: Side, sort = '-createdAt') {
    const columns: Record<string, string> = {
      createdAt: 'request.createdAt',
      status: 'request.status',
      receiverEmail: 'request.receiverEmail',
      companyName: 'senderCompanyId' in side ? 'request.receiverCompanyName' : 'request.senderCompanyName',
    };
    const { column, direction } = sortColumn(sort, columns);
    found.orderBy(column, direction, 'NULLS LAST').addOrderBy('request.id', direction);
  }
}
