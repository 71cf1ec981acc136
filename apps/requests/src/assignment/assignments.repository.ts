import { Injectable } from '@nestjs/common';
import { lockName } from '@tradepost/service-kit/database/advisory-lock';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { IsNull, Not, type FindOptionsWhere } from 'typeorm';
import { RequestRow } from '../request/request.entity';

type Assignment = Pick<RequestRow, 'assigneeId' | 'assigneeEmail' | 'assignedAt' | 'assignedBy' | 'assignedByEmail'>;

/** The state of a request that is assigned to nobody. */
export const unassigned: Assignment = {
  assigneeId: null,
  assigneeEmail: null,
  assignedAt: null,
  assignedBy: null,
  assignedByEmail: null,
};

@Injectable()
export class AssignmentsRepository {
  /** Serializes assignments in one company with the events about its members, until the transaction ends. Take it before any other lock. */
  lockCompany(tx: Tx, companyId: string): Promise<void> {
    return lockName(tx, `assignments of ${companyId}`);
  }

  async save(tx: Tx, request: RequestRow, assignment: Assignment): Promise<void> {
    Object.assign(request, assignment);
    await sql(tx).update(RequestRow, request.id, assignment);
  }

  /** Assigns to nobody what is assigned to the person. @param only those that need no approvals @returns how many */
  async end(
    tx: Tx,
    { companyId: senderCompanyId, userId: assigneeId }: { companyId: string; userId: string },
    { only }: { only?: 'without approvals' } = {},
  ): Promise<number> {
    const which: FindOptionsWhere<RequestRow> = { senderCompanyId, assigneeId, ...(only && { approvalsNeeded: 0 }) };
    return (await sql(tx).update(RequestRow, which, unassigned)).affected ?? 0;
  }

  /** Of a deleted company. */
  async endAll(tx: Tx, senderCompanyId: string): Promise<void> {
    await sql(tx).update(RequestRow, { senderCompanyId, assigneeId: Not(IsNull()) }, unassigned);
  }

  /** Erases the address of a deleted account. */
  async erasePerson(tx: Tx, assignedBy: string): Promise<void> {
    await sql(tx).update(RequestRow, { assignedBy }, { assignedByEmail: null });
  }
}
