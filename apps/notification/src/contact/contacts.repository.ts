import { Injectable } from '@nestjs/common';
import { addressKey } from '@tradepost/contracts/values/address';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { In } from 'typeorm';
import { ContactRow } from './contact.entity';

@Injectable()
export class ContactsRepository {
  async save(tx: Tx, companyId: string, email: string | null): Promise<void> {
    const contact = { companyId, email, addressKey: email === null ? null : addressKey(email) };
    await sql(tx).upsert(ContactRow, contact, ['companyId']);
  }

  /** @returns null for a deleted account @throws Error until identity's event has arrived: the caller's event is delivered again later */
  async emailsOf(tx: Tx, companyIds: string[]): Promise<Map<string, string | null>> {
    if (companyIds.length === 0) return new Map();
    const contacts = await sql(tx).findBy(ContactRow, { companyId: In([...new Set(companyIds)]) });
    const found = new Map(contacts.map(({ companyId, email }) => [companyId, email]));
    const unknown = companyIds.find((companyId) => !found.has(companyId));
    if (unknown) throw new Error(`no contact for the company ${unknown} yet`);
    return found;
  }
}
