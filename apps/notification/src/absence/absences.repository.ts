import { Injectable } from '@nestjs/common';
import type { MembersWith } from '@tradepost/contracts/live-updates';
import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { KnownAbsenceRow } from './absence.entity';

type Absence = Pick<KnownAbsenceRow, 'from' | 'until' | 'delegateId' | 'delegateIsOwner'>;

/** Who stands in for an absent person. */
export interface StandIn {
  delegateId: string;
  recipient: { companyId: string } | MembersWith;
  /** ISO time. */
  until: string;
}

@Injectable()
export class KnownAbsencesRepository {
  /** An older event than the known one changes nothing. @param absence null: it was ended */
  async save(
    tx: Tx,
    { companyId, userId }: { companyId: string; userId: string },
    absence: Absence | null,
    at: Date,
  ): Promise<void> {
    await sql(tx).query(
      `INSERT INTO absence (company_id, user_id, from_at, until_at, delegate_id, delegate_is_owner, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (company_id, user_id) DO UPDATE
         SET from_at = excluded.from_at, until_at = excluded.until_at, delegate_id = excluded.delegate_id,
             delegate_is_owner = excluded.delegate_is_owner, changed_at = excluded.changed_at
         WHERE absence.changed_at < excluded.changed_at`,
      [
        ...[companyId, userId, absence?.from ?? null, absence?.until ?? null, absence?.delegateId ?? null],
        ...[absence?.delegateIsOwner ?? false, at],
      ],
    );
  }

  /** The rule is that of `standInOf`: a delegate who is away too does not stand in. Only a person who still has a permission for it is notified. */
  async standInOf(tx: Tx, { companyId, userId }: { companyId: string; userId: string }): Promise<StandIn | null> {
    const [found] = await sql(tx).query<{ delegateId: string; delegateIsOwner: boolean; until: Date }[]>(
      `SELECT a.delegate_id AS "delegateId", a.delegate_is_owner AS "delegateIsOwner", a.until_at AS until
       FROM absence a
       WHERE a.company_id = $1 AND a.user_id = $2 AND a.from_at <= now() AND a.until_at > now()
         AND a.delegate_id IS NOT NULL AND NOT EXISTS (
           SELECT FROM absence d WHERE d.company_id = a.company_id AND d.user_id = a.delegate_id
             AND d.from_at <= now() AND d.until_at > now())`,
      [companyId, userId],
    );
    if (!found) return null;
    const { delegateId, delegateIsOwner, until } = found;
    const recipient = delegateIsOwner
      ? { companyId }
      : { membersOf: { companyId }, may: 'approve' as const, only: delegateId };
    return { delegateId, recipient, until: until.toISOString() };
  }

  /** The person is no longer of the company: is not away from it, and stands in for nobody. */
  async removePerson(tx: Tx, { companyId, userId }: { companyId: string; userId: string }): Promise<void> {
    await sql(tx).delete(KnownAbsenceRow, { companyId, userId });
    await sql(tx).update(KnownAbsenceRow, { companyId, delegateId: userId }, { delegateId: null });
  }

  async erase(tx: Tx, { userId, companyId }: { userId: string; companyId: string | null }): Promise<void> {
    await sql(tx).delete(KnownAbsenceRow, { userId });
    if (companyId) await sql(tx).delete(KnownAbsenceRow, { companyId });
  }
}
