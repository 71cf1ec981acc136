import { Injectable } from '@nestjs/common';
import type { MailKind } from '@tradepost/contracts/notification';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { PreferenceRow } from './preference.entity';

@Injectable()
export class PreferencesRepository {
  constructor(private readonly db: Db) {}

  async unwantedBy(email: string, from: Tx = this.db.read): Promise<MailKind[]> {
    return (await from.findOneBy(PreferenceRow, { email: email.toLowerCase() }))?.unwanted ?? [];
  }

  /** Whoever comes meanwhile waits: no choice is lost. */
  async change(tx: Tx, email: string, unwantedAfter: (before: MailKind[]) => MailKind[]): Promise<MailKind[]> {
    const key = { email: email.toLowerCase() };
    await tx
      .createQueryBuilder()
      .insert()
      .into(PreferenceRow)
      .values({ ...key, unwanted: [] })
      .orIgnore()
      .execute();
    const row = await tx.findOneOrFail(PreferenceRow, { where: key, lock: { mode: 'pessimistic_write' } });
    const unwanted = unwantedAfter(row.unwanted);
    await tx.update(PreferenceRow, key, { unwanted });
    return unwanted;
  }

  async forget(tx: Tx, email: string): Promise<void> {
    await tx.delete(PreferenceRow, { email: email.toLowerCase() });
  }
}
