import { Injectable } from '@nestjs/common';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { prepared } from '@tradepost/service-kit/database/prepared';
import { sql } from '@tradepost/service-kit/database/sql';
import { In, IsNull, LessThan, Not } from 'typeorm';
import { RecoveryCodeRow, TotpRow } from './totp.entity';

const confirmed = {
  name: 'totp-confirmed',
  text: 'SELECT 1 FROM totp WHERE account_id = $1 AND confirmed_at IS NOT NULL',
};

@Injectable()
export class TotpRepository {
  async isOn(accountId: string, from: Tx): Promise<boolean> {
    return (await prepared(from, confirmed, [accountId])).length > 0;
  }

  async secretOf(tx: Tx, accountId: string): Promise<string | null> {
    return (await sql(tx).findOneBy(TotpRow, { accountId, confirmedAt: Not(IsNull()) }))?.secret ?? null;
  }

  async pendingOf(tx: Tx, accountId: string): Promise<string | null> {
    return (await sql(tx).findOneBy(TotpRow, { accountId }))?.pending ?? null;
  }

  async setPending(tx: Tx, accountId: string, pending: string): Promise<void> {
    await sql(tx).upsert(TotpRow, { accountId, pending }, ['accountId']);
  }

  async confirm(tx: Tx, accountId: string, secret: string, lastStep: number): Promise<void> {
    await sql(tx).update(TotpRow, accountId, { secret, pending: null, confirmedAt: new Date(), lastStep });
  }

  /** @returns false when the code of this or a later step was used before */
  async useStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
    const { affected } = await sql(tx).update(TotpRow, { accountId, lastStep: LessThan(step) }, { lastStep: step });
    return affected === 1;
  }

  /** Stores the same secret encrypted with another key. */
  async replaceSecret(tx: Tx, accountId: string, { from, to }: { from: string; to: string }): Promise<void> {
    await sql(tx).update(TotpRow, { accountId, secret: from }, { secret: to });
  }

  /** @param codeHashes hashes of one code, one per pepper */
  async useRecoveryCode(tx: Tx, accountId: string, codeHashes: string[]): Promise<boolean> {
    const { affected } = await sql(tx).update(
      RecoveryCodeRow,
      { accountId, codeHash: In(codeHashes), usedAt: IsNull() },
      { usedAt: new Date() },
    );
    return affected === 1;
  }

  async replaceRecoveryCodes(
    tx: Tx,
    accountId: string,
    codes: Pick<RecoveryCodeRow, 'id' | 'codeHash'>[],
  ): Promise<void> {
    await sql(tx).delete(RecoveryCodeRow, { accountId });
    await sql(tx).insert(
      RecoveryCodeRow,
      codes.map((code) => ({ ...code, accountId, usedAt: null })),
    );
  }

  async remove(tx: Tx, accountId: string): Promise<void> {
    await sql(tx).delete(TotpRow, { accountId });
    await sql(tx).delete(RecoveryCodeRow, { accountId });
  }
}
