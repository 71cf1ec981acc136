import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { day } from '@tradepost/service-kit/runtime/durations';
import { MoreThan, type FindOptionsWhere } from 'typeorm';
import { SignupAttemptRow } from './signup-attempt.entity';

/** Live attempts of an address that are looked at, newest first. */
const maxLive = 5;

@Injectable()
export class SignupAttemptsRepository {
  constructor(private readonly db: Db) {}

  /** Also deletes attempts of the day before, which have expired. */
  async insert(tx: Tx, attempt: SignupAttemptRow): Promise<void> {
    await sql(tx).query(
      `WITH pruned AS (DELETE FROM signup_attempt WHERE created_at < $1 RETURNING id)
       DELETE FROM code USING pruned WHERE code.account_id = pruned.id`,
      [new Date(Date.now() - day)],
    );
    await sql(tx).insert(SignupAttemptRow, attempt);
  }

  /** The newest live attempts of an address. */
  live(
    addressKey: string,
    which: Pick<FindOptionsWhere<SignupAttemptRow>, 'id' | 'ticketHash'> = {},
  ): Promise<SignupAttemptRow[]> {
    return sql(this.db.read).find(SignupAttemptRow, {
      where: { ...which, addressKey, expiresAt: MoreThan(new Date()) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: maxLive,
    });
  }

  /** The attempts of an address and their codes; those of the proven one are now the account's. */
  async deleteOf(tx: Tx, addressKey: string, provenId: string): Promise<void> {
    await sql(tx).query(
      `WITH ended AS (DELETE FROM signup_attempt WHERE address_key = $1 RETURNING id)
       DELETE FROM code USING ended WHERE code.account_id = ended.id AND ended.id <> $2`,
      [addressKey, provenId],
    );
  }
}
