import { Injectable } from '@nestjs/common';
import type { MailKind } from '@tradepost/contracts/notification';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { sql } from '@tradepost/service-kit/database/sql';
import { PreferenceRow } from './preference.entity';

@Injectable()
export class PreferencesRepository {
  constructor(private readonly db: Db) {}

  async unwantedBy(email: string, from: Tx = this.db.read): Promise<MailKind[]> {
    return (await sql(from).findOneBy(PreferenceRow, { addressKey: addressKey(email) }))?.unwanted ?? [];
  }

  /** Whether a link of a mail of this time still counts for the address. */
  async countsLink(email: string, mailedAt: Date): Promise<boolean> {
    const row = await sql(this.db.read).findOneBy(PreferenceRow, { addressKey: addressKey(email) });
    return !row?.linksSince || mailedAt >= row.linksSince;
  }

  /** Another person reads the mails to the address from now on, with choices of their own. */
  async startOver(tx: Tx, email: string, linksSince: Date): Promise<void> {
    const row = { addressKey: addressKey(email), unwanted: [], linksSince };
    await sql(tx).upsert(PreferenceRow, row, ['addressKey']);
  }

  /** Locks the row, so that concurrent changes are all applied. */
  async change(tx: Tx, email: string, unwantedAfter: (before: MailKind[]) => MailKind[]): Promise<MailKind[]> {
    const key = { addressKey: addressKey(email) };
    await sql(tx)
      .createQueryBuilder()
      .insert()
      .into(PreferenceRow)
      .values({ ...key, unwanted: [] })
      .orIgnore()
      .execute();
    const row = await sql(tx).findOneOrFail(PreferenceRow, { where: key, lock: { mode: 'pessimistic_write' } });
    const unwanted = unwantedAfter(row.unwanted);
    await sql(tx).update(PreferenceRow, key, { unwanted });
    return unwanted;
  }

  async remove(tx: Tx, email: string): Promise<void> {
    await sql(tx).delete(PreferenceRow, { addressKey: addressKey(email) });
  }
}
