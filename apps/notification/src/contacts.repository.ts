import { Injectable } from '@nestjs/common';
import type { Tx } from '@tradepost/service-kit/database';
import { ContactRow } from './contact.entity';

@Injectable()
export class ContactsRepository {
  async keep(tx: Tx, contact: { companyId: string; email: string | null }): Promise<void> {
    await tx.upsert(ContactRow, contact, ['companyId']);
  }

  /** @returns null once the account was deleted @throws Error while identity's event is still on its way: the event that asks is taken again later */
  async emailOf(tx: Tx, companyId: string): Promise<string | null> {
    const contact = await tx.findOneBy(ContactRow, { companyId });
    if (!contact) throw new Error(`no contact for the company ${companyId} yet`);
    return contact.email;
  }
}
