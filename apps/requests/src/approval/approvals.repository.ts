import { Injectable } from '@nestjs/common';
import type { ApprovalRule } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { In } from 'typeorm';
import type { RequestRow } from '../request/request.entity';
import { ApprovalRow } from './approval.entity';
import { ApprovalRuleRow } from './approval-rule.entity';
import { ruleOf } from './approval.policy';

@Injectable()
export class ApprovalsRepository {
  constructor(private readonly db: Db) {}

  async rule(companyId: string, from: Tx = this.db.read): Promise<ApprovalRule> {
    return ruleOf(await sql(from).findOneBy(ApprovalRuleRow, { companyId }));
  }

  async saveRule(tx: Tx, companyId: string, { approvals, above }: ApprovalRule): Promise<void> {
    const row = { companyId, approvals, aboveAmount: above?.amount ?? null, aboveCurrency: above?.currency ?? null };
    await sql(tx).upsert(ApprovalRuleRow, row, ['companyId']);
  }

  /** Of those requests that need approvals, oldest first. */
  async ofRequests(from: Tx, requests: Pick<RequestRow, 'id' | 'approvalsNeeded'>[]): Promise<ApprovalRow[]> {
    const ids = requests.filter(({ approvalsNeeded: needed }) => needed > 0).map(({ id }) => id);
    if (ids.length === 0) return [];
    return sql(from).find(ApprovalRow, { where: { requestId: In(ids) }, order: { createdAt: 'ASC' } });
  }

  /** @returns false when the person had approved it before */
  async add(tx: Tx, approval: Omit<ApprovalRow, 'request'>): Promise<boolean> {
    const { raw } = await sql(tx)
      .createQueryBuilder()
      .insert()
      .into(ApprovalRow)
      .values(approval)
      .orIgnore()
      .returning('user_id')
      .execute();
    return (raw as unknown[]).length === 1;
  }

  /** @returns false when the person had not approved it */
  async remove(tx: Tx, requestId: string, userId: string): Promise<boolean> {
    const { affected } = await sql(tx).delete(ApprovalRow, { requestId, userId });
    return affected === 1;
  }

  /** What is requested has changed, so that earlier approvals are for something else. @returns whether there were any */
  async forget(tx: Tx, requestId: string): Promise<boolean> {
    return ((await sql(tx).delete(ApprovalRow, { requestId })).affected ?? 0) > 0;
  }

  /** Erases the address of a deleted account. */
  async erasePerson(tx: Tx, userId: string): Promise<void> {
    await sql(tx).update(ApprovalRow, { userId }, { email: null });
  }

  async removeRule(tx: Tx, companyId: string): Promise<void> {
    await sql(tx).delete(ApprovalRuleRow, { companyId });
  }
}
