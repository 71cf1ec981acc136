import { Injectable } from '@nestjs/common';
import { deletedCompanyName } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';

@Injectable()
export class DeletedAccountsRepository {
  async endAccessOf(tx: Tx, email: string): Promise<void> {
    await sql(tx).query('DELETE FROM share WHERE address_key = $1', [addressKey(email)]);
    await sql(tx).query('DELETE FROM partner WHERE address_key = $1', [addressKey(email)]);
  }

  /** All data of the company is due at once, held or not. Rows that stay contain no text of the company. */
  async clear(tx: Tx, companyId: string): Promise<void> {
    for (const statement of [
      'DELETE FROM share USING folder WHERE folder.id = share.folder_id AND folder.company_id = $1',
      'DELETE FROM partner WHERE company_id = $1',
      'DELETE FROM hold WHERE company_id = $1',
      'UPDATE upload SET lease_until = now() WHERE company_id = $1 AND committed_at IS NULL',
      'UPDATE file SET deleted_at = coalesce(deleted_at, now()), purge_at = now() WHERE company_id = $1 AND current_version IS NOT NULL',
      'UPDATE file_version SET purge_at = now() WHERE company_id = $1 AND purge_at IS NOT NULL',
      "UPDATE folder SET deleted_at = coalesce(deleted_at, now()), name = id::text, description = '', licence = '' WHERE company_id = $1",
    ]) {
      await sql(tx).query(statement, [companyId]);
    }
    await sql(tx).query('UPDATE account SET company_name = $2, saved_at = now() WHERE company_id = $1', [
      companyId,
      deletedCompanyName,
    ]);
  }
}
