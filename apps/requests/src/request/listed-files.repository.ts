import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Mode } from '@tradepost/contracts/encryption/sealed';
import { RequestFileRow } from './request-file.entity';
import type { RequestRow } from './request.entity';
import type { RequestWithFiles } from './request.view';
import { RequestsRepository } from './requests.repository';

/** Bytes of the files in one list, as JSON. With the texts of 200 requests, they fit into a message between services of 8 MB. */
const mostBytes = 4 * 1024 ** 2;

/** SQL: what a file takes in a list at most. Its name is there twice. */
const bytesOfFile = `300 + 2 * octet_length(to_json(name)::text) + octet_length(mimetype) + coalesce(octet_length(terms::text), 0)`;

/** Of the files of one request. */
interface Size {
  requestId: string;
  files: number;
  /** How many of the first ones a list has. */
  listed: number;
  modes: Mode[];
}

/** The files of requests in a list: all of them, or of each request the first ones, if together they are too many for one answer. */
@Injectable()
export class ListedFilesRepository {
  constructor(
    private readonly db: Db,
    private readonly requests: RequestsRepository,
  ) {}

  async with(requests: RequestRow[]): Promise<RequestWithFiles[]> {
    const ids = requests.map(({ id }) => id);
    const sizes = new Map((await this.sizes(ids)).map((size) => [size.requestId, size]));
    if ([...sizes.values()].every(({ files, listed }) => files === listed))
      return this.requests.withFiles(this.db.read, requests);
    const listed = ids.map((id) => sizes.get(id)?.listed ?? 0);
    const first = await sql(this.db.read)
      .createQueryBuilder(RequestFileRow, 'file')
      .where(
        `EXISTS (SELECT FROM unnest(CAST(:ids AS uuid[]), CAST(:listed AS int[])) AS shown(id, files)
                 WHERE shown.id = file.request_id AND file.position < shown.files)`,
        { ids, listed },
      )
      .orderBy('file.position')
      .getMany();
    const found = await this.requests.withFiles(this.db.read, requests, first);
    return found.map((one) => ({ ...one, omitted: omittedOf(sizes.get(one.request.id)) }));
  }

  /** Requests share the room evenly; each has at least one file. */
  private sizes(requestIds: string[]): Promise<Size[]> {
    return sql(this.db.read).query(
      `SELECT request_id AS "requestId", count(*)::int AS files, array_agg(DISTINCT mode) AS modes,
              count(*) FILTER (WHERE "all" <= $2 OR upto * $3 <= $2 OR position = 0)::int AS listed
       FROM (SELECT request_id, position, mode, sum(bytes) OVER () AS "all", sum(bytes) OVER (PARTITION BY request_id ORDER BY position) AS upto
             FROM (SELECT request_id, position, mode, ${bytesOfFile} AS bytes FROM request_file WHERE request_id = ANY($1)) f) f
       GROUP BY request_id`,
      [requestIds, mostBytes, requestIds.length],
    );
  }
}

function omittedOf(size: Size | undefined): RequestWithFiles['omitted'] {
  if (!size || size.files === size.listed) return undefined;
  return { files: size.files - size.listed, modes: size.modes.map((mode) => ({ mode })) };
}
