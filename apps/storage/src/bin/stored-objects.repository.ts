import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import { StorageAccountRow } from '../account/account.entity';
import { FileVersionRow } from '../file/file.entity';

/** Which objects the rows of a company name. */
@Injectable()
export class StoredObjectsRepository {
  constructor(private readonly db: Db) {}

  async companyIds(): Promise<string[]> {
    const rows = await sql(this.db.read).find(StorageAccountRow, { select: { companyId: true } });
    return rows.map(({ companyId }) => companyId);
  }

  /** Keys of versions, and of uploads under way. One statement: a commit moves a key from the one to the other. */
  async keysOf(companyId: string): Promise<{ versions: Set<string>; uploads: Set<string> }> {
    const rows = (await sql(this.db.read).query(
      `SELECT object_key AS key, true AS committed FROM file_version WHERE company_id = $1
       UNION ALL SELECT object_key, false FROM upload WHERE company_id = $1 AND committed_at IS NULL`,
      [companyId],
    )) as { key: string; committed: boolean }[];
    const keys = (wanted: boolean) =>
      new Set(rows.filter(({ committed }) => committed === wanted).map(({ key }) => key));
    return { versions: keys(true), uploads: keys(false) };
  }

  /** Of the uploads under way. */
  async multipartIds(): Promise<Set<string>> {
    const rows = (await sql(this.db.read).query(
      'SELECT multipart_id AS id FROM upload WHERE multipart_id IS NOT NULL AND committed_at IS NULL',
    )) as { id: string }[];
    return new Set(rows.map(({ id }) => id));
  }

  isVersion(companyId: string, objectKey: string): Promise<boolean> {
    return sql(this.db.read).existsBy(FileVersionRow, { companyId, objectKey });
  }
}
