import { Injectable } from '@nestjs/common';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { ContactRow } from './contact.entity';

@Injectable()
export class ContactsRepository {
  async save(tx: Tx, contact: { companyId: string; email: string | null }): Promise<void> {
    await sql(tx).upsert(ContactRow, contact, ['companyId']);
  }

  /** @returns null once the account was deleted @throws Error until identity's event has arrived: the caller's event is delivered again later */
  async emailOf(tx: Tx, companyId: string): Promise<string | null> {
    const contact = await sql(tx).findOneBy(ContactRow, { companyId });
    if (!contact) throw new Error(`no contact for the company ${companyId} yet`);
    return contact.email;
  }
}
