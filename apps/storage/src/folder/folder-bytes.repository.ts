import { Injectable } from '@nestjs/common';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';

/** What a folder without texts takes in a list of folders. */
const bytesOfFolder = 1024;

@Injectable()
export class FolderBytesRepository {
  /** Of the folders of a company that are not in the bin, and of their texts. */
  async of(tx: Tx, companyId: string): Promise<number> {
    const [{ bytes }] = (await sql(tx).query(
      `SELECT coalesce(sum($2::int + octet_length(name) + octet_length(description) + octet_length(licence)), 0)::float8 AS bytes
       FROM folder WHERE company_id = $1 AND deleted_at IS NULL`,
      [companyId, bytesOfFolder],
    )) as [{ bytes: number }];
    return bytes;
  }
}
