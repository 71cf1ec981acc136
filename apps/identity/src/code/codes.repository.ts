import { Injectable } from '@nestjs/common';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { day } from '@tradepost/service-kit/runtime/durations';
import { IsNull, LessThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CodeRow, type CodePurpose } from './code.entity';

const ago = (ms: number) => new Date(Date.now() - ms);

@Injectable()
export class CodesRepository {
  /** Serializes codes and tries until the transaction ends. */
  lock(tx: Tx, name: string): Promise<void> {
    return lockName(tx, name);
  }

  newest(tx: Tx, accountId: string, purpose: CodePurpose): Promise<CodeRow | null> {
    return sql(tx).findOne(CodeRow, { where: { accountId, purpose }, order: { createdAt: 'DESC', id: 'DESC' } });
  }

  /** Also deletes the owner's codes that no limit counts any more. @returns the new code's id */
  async insert(tx: Tx, code: Pick<CodeRow, 'accountId' | 'purpose' | 'codeHash' | 'expiresAt'>): Promise<string> {
    await sql(tx).delete(CodeRow, { accountId: code.accountId, createdAt: LessThan(ago(day)) });
    const id = uuidv7();
    await sql(tx).insert(CodeRow, { id, ...code, createdAt: new Date(), usedAt: null });
    return id;
  }

  async countTry(tx: Tx, id: string): Promise<void> {
    await sql(tx).increment(CodeRow, { id }, 'tries', 1);
  }

  /** Takes back the counted try, because only wrong tries count. @returns false if another call has used the code */
  async markUsed(tx: Tx, id: string): Promise<boolean> {
    const { affected } = await sql(tx).update(
      CodeRow,
      { id, usedAt: IsNull() },
      { usedAt: new Date(), tries: () => 'tries - 1' },
    );
    return affected === 1;
  }
}
