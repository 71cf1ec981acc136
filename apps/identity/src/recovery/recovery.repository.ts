import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { MoreThan } from 'typeorm';
import { RecoveryApprovalRow, RecoveryRequestRow, RecoverySetRow, RecoveryShareRow } from './recovery.entity';

/** Shares of recovery secrets. Lock the account of the owner before changing them. */
@Injectable()
export class RecoveryRepository {
  constructor(private readonly db: Db) {}

  setOf(companyId: string, from: Tx = this.db.read): Promise<RecoverySetRow | null> {
    return sql(from).findOneBy(RecoverySetRow, { companyId });
  }

  /** The shares that can still be used. */
  sharesOf(ownerId: string, from: Tx = this.db.read): Promise<RecoveryShareRow[]> {
    return sql(from).findBy(RecoveryShareRow, { ownerId });
  }

  /** The owner's request, unless it has expired. */
  requestOf(ownerId: string, now: Date, from: Tx = this.db.read): Promise<RecoveryRequestRow | null> {
    return sql(from).findOneBy(RecoveryRequestRow, { ownerId, expiresAt: MoreThan(now) });
  }

  approvalsOf(ownerId: string, from: Tx = this.db.read): Promise<RecoveryApprovalRow[]> {
    return sql(from).find(RecoveryApprovalRow, { where: { ownerId }, order: { accountId: 'ASC' } });
  }

  /** In place of the former set, which ends with its shares and request. */
  async replace(tx: Tx, set: RecoverySetRow, shares: RecoveryShareRow[]): Promise<void> {
    await this.end(tx, set.accountId);
    await sql(tx).insert(RecoverySetRow, set);
    await sql(tx).insert(RecoveryShareRow, shares);
  }

  async end(tx: Tx, ownerId: string): Promise<void> {
    await sql(tx).delete(RecoverySetRow, { accountId: ownerId });
  }

  /** The shares that this person holds for any company: their key is another one, or they must not use it. */
  async endSharesOf(tx: Tx, accountId: string): Promise<void> {
    await sql(tx).delete(RecoveryShareRow, { accountId });
  }

  /** In place of a request that has expired. */
  async start(tx: Tx, request: RecoveryRequestRow): Promise<void> {
    await this.stop(tx, request.ownerId);
    await sql(tx).insert(RecoveryRequestRow, request);
  }

  async stop(tx: Tx, ownerId: string): Promise<void> {
    await sql(tx).delete(RecoveryRequestRow, { ownerId });
  }

  async approve(tx: Tx, approval: RecoveryApprovalRow): Promise<void> {
    await sql(tx).upsert(RecoveryApprovalRow, approval, ['ownerId', 'accountId']);
  }
}
