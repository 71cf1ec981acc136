import { Injectable } from '@nestjs/common';
import { deletedCompanyName } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database';

@Injectable()
export class DeletedAccountsRepository {
  async endAccessOf(tx: Tx, email: string): Promise<void> {
    await tx.query('DELETE FROM share WHERE lower(email) = lower($1)', [email]);
    await tx.query('DELETE FROM partner WHERE email = lower($1)', [email]);
  }

  /** Everything the company stored is due at once, whoever holds it; its rows keep no words of its own. */
  async clear(tx: Tx, companyId: string): Promise<void> {
    for (const statement of [
      'DELETE FROM share USING folder WHERE folder.id = share.folder_id AND folder.company_id = $1',
      'DELETE FROM partner WHERE company_id = $1',
      'DELETE FROM hold WHERE company_id = $1',
      "UPDATE file SET lease_until = now() WHERE company_id = $1 AND state = 'uploading'",
      "UPDATE file SET deleted_at = coalesce(deleted_at, now()), purge_at = now() WHERE company_id = $1 AND state <> 'uploading'",
      "UPDATE folder SET deleted_at = coalesce(deleted_at, now()), name = id::text, description = '', licence = '' WHERE company_id = $1",
    ]) {
      await tx.query(statement, [companyId]);
    }
    await tx.query('UPDATE account SET company_name = $2, saved_at = now() WHERE company_id = $1', [
      companyId,
      deletedCompanyName,
    ]);
  }
}
