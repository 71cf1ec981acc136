import { Injectable } from '@nestjs/common';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';

/** What a folder without texts takes in a list of folders. */
const bytesOfFolder = 1024;

/**
 * Limits the folders of a company and their texts. Every list of folders has all of them: without a limit, one company could make
 * the list of a partner larger than a message between services may be.
 */
@Injectable()
export class FolderRoom {
  constructor(private readonly governor: Governor) {}

  /** Call it after a change that adds a folder or text. @throws AppError TOO_LARGE */
  async assertFits(tx: Tx, companyId: string): Promise<void> {
    // parallel changes are counted one after the other
    await lockName(tx, `folders ${companyId}`);
    const [{ bytes }] = (await sql(tx).query(
      `SELECT coalesce(sum($2::int + octet_length(name) + octet_length(description) + octet_length(licence)), 0)::float8 AS bytes
       FROM folder WHERE company_id = $1 AND deleted_at IS NULL`,
      [companyId, bytesOfFolder],
    )) as [{ bytes: number }];
    this.governor.assertFits('folderBytes', companyId, bytes);
  }
}
